//! The simulators of the real providers, in the test's own process and in real time: they outlive every server.

use provider_simulators::{BookLine, Cinetpay, Flexpay, Options, Pawapay};

use super::run_folder::RunFolder;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Pawapay,
    Flexpay,
    Cinetpay,
}

impl Which {
    pub fn name(self) -> &'static str {
        match self {
            Which::Pawapay => "pawapay",
            Which::Flexpay => "flexpay",
            Which::Cinetpay => "cinetpay",
        }
    }
}

pub struct Simulators {
    pub pawapay: Pawapay,
    pub flexpay: Flexpay,
    pub cinetpay: Cinetpay,
}

impl Simulators {
    pub async fn start() -> Simulators {
        let options = || Options { real_time: true, ..Options::default() };
        Simulators {
            pawapay: Pawapay::start_with(options()).await.unwrap(),
            flexpay: Flexpay::start_with(options()).await.unwrap(),
            cinetpay: Cinetpay::start_with(options()).await.unwrap(),
        }
    }

    /// Lets a server sell through the providers of these names, at an address where their callbacks find it.
    pub fn sell_from(&self, folder: RunFolder, names: &str) -> RunFolder {
        let folder = folder.at_one_address();
        let listen = folder.setting("TUKIO_LISTEN").unwrap().to_owned();
        self.pawapay.set_callback_url(&format!("http://{listen}/api/payments/webhooks/pawapay/"));
        folder
            .with("TUKIO_PAYMENTS", names)
            .with("TUKIO_PAWAPAY_URL", self.pawapay.base_url())
            .with("TUKIO_PAWAPAY_TOKEN", "simulated-token")
            .with("TUKIO_FLEXPAY_MOBILE_URL", &self.flexpay.mobile_url())
            .with("TUKIO_FLEXPAY_CARD_URL", &self.flexpay.card_url())
            .with("TUKIO_FLEXPAY_CHECK_URL", &self.flexpay.check_url())
            .with("TUKIO_FLEXPAY_MERCHANT", "SIMULATED")
            .with("TUKIO_FLEXPAY_TOKEN", "simulated-token")
            .with("TUKIO_CINETPAY_URL", self.cinetpay.base_url())
            .with("TUKIO_CINETPAY_KEY", "simulated-token")
            .with("TUKIO_CINETPAY_PASSWORD", "SIMULATED")
    }

    pub fn books(&self, which: Which) -> Vec<BookLine> {
        match which {
            Which::Pawapay => self.pawapay.books(),
            Which::Flexpay => self.flexpay.books(),
            Which::Cinetpay => self.cinetpay.books(),
        }
    }

    /// How many calls of a kind came in.
    pub fn calls(&self, which: Which, kind: &str) -> usize {
        match which {
            Which::Pawapay => self.pawapay.calls(kind),
            Which::Flexpay => self.flexpay.calls(kind),
            Which::Cinetpay => self.cinetpay.calls(kind),
        }
    }

    /// How many callbacks were sent.
    pub fn callbacks(&self, which: Which) -> usize {
        match which {
            Which::Pawapay => self.pawapay.deliveries().len(),
            Which::Flexpay => self.flexpay.deliveries().len(),
            Which::Cinetpay => self.cinetpay.deliveries().len(),
        }
    }

    /// Time passes for the provider.
    pub fn advance(&self, which: Which, seconds: i64) {
        match which {
            Which::Pawapay => self.pawapay.advance(seconds),
            Which::Flexpay => self.flexpay.advance(seconds),
            Which::Cinetpay => self.cinetpay.advance(seconds),
        }
    }
}
