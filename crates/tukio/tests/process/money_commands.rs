//! The commands for money that is missing: `payment`, `refund-done`, and what `check` lists.

use std::time::{Duration, Instant as Moment};

use database::{Database, Options};
use domain::TicketTypeId;
use provider_simulators::{Availability, NetworkChange, NetworkStatus};
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{Customer, Engine, RunFolder, Server, Simulators, TEST_TIMEOUT, both_engines, put_on_sale, text};

/// A server that sells through simulators, and somebody who organises and buys.
struct Shop {
    simulators: Simulators,
    folder: RunFolder,
    server: Server,
    kito: Customer,
    kind: TicketTypeId,
}

impl Shop {
    async fn open(engine: Engine, names: &str) -> Shop {
        let simulators = Simulators::start().await;
        let folder =
            simulators.sell_from(RunFolder::on(engine).await, names).with("TUKIO_METRICS_LISTEN", "127.0.0.1:0");
        assert!(folder.run(&["migrate"]).status.success());
        let server = folder.serve();
        let kito = Customer::register(server.address, "kito", "0970000001").await;
        let db = Database::open(&Options::new(folder.database_url())).unwrap();
        let kind = put_on_sale(&db, kito.user, 1, 100).await[0];
        db.close();
        Shop { simulators, folder, server, kito, kind }
    }

    /// Begins a payment, and returns its id and page.
    async fn begin(&self, key: &str) -> (String, String) {
        let (status, told) = self.kito.begin(self.server.address, self.kind, 2, key).await.unwrap();
        assert_eq!(status, 200, "{told}");
        (text(&told, "payment_id"), text(&told, "payment_url"))
    }

    async fn bought(&self, key: &str) -> String {
        let (payment, page) = self.begin(key).await;
        assert_eq!(self.kito.type_number(&page, "0970000789").await.unwrap(), 303);
        let started = Moment::now();
        while self.kito.status_of(self.server.address, &payment).await.unwrap() != "success" {
            assert!(started.elapsed() < TEST_TIMEOUT, "{}", self.server.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        payment
    }

    async fn pay_back(&self, payment: &str) {
        let path = format!("/api/payments/{payment}/refund/");
        let (status, told) = self.kito.post(self.server.address, &path, &json!({})).await.unwrap();
        assert_eq!(status, 201, "{told}");
    }

    #[track_caller]
    fn tell(&self, payment: &str) -> String {
        let said = self.folder.run(&["payment", payment]);
        assert!(said.status.success(), "{}", said.stderr);
        said.stdout
    }

    /// The story of a payment, once something of the kind is in it: a ticket may come before the news of its money.
    async fn tell_until(&self, payment: &str, part: &str) -> String {
        let started = Moment::now();
        loop {
            let told = self.tell(payment);
            if told.contains(part) {
                return told;
            }
            assert!(started.elapsed() < TEST_TIMEOUT, "{part:?} is not in {told}");
        }
    }

    /// What `check` lists, once it lists something of the kind.
    async fn check_until(&self, listed: &str) -> String {
        let started = Moment::now();
        loop {
            let said = self.folder.run(&["check"]).stdout;
            if said.contains(listed) {
                return said;
            }
            assert!(started.elapsed() < TEST_TIMEOUT, "{said}");
        }
    }
}

#[apply(both_engines)]
async fn the_whole_story_of_a_payment_is_told(engine: Engine) {
    for (name, verdict) in [("pawapay", "verified"), ("flexpay", "hint"), ("cinetpay", "verified")] {
        let shop = Shop::open(engine, name).await;
        let payment = shop.bought("paid").await;
        let told = shop.tell_until(&payment, &format!("  webhook, {verdict}\n")).await;
        for part in [
            format!("payment {payment}: 20\u{202f}000 CDF for 2 places, succeeded\n"),
            format!("provider {name}, channel airtel, our reference "),
            "Réservation de 2 places.\n".to_owned(),
            "Paiement reçu : 20\u{202f}000 CDF.\n".to_owned(),
            "the provider says now: paid, ".to_owned(),
        ] {
            assert!(told.contains(&part), "{name}: {part:?} is not in {told}");
        }
        assert!(!told.contains("970000789"), "nobody's number: {told}");
        let (begun, _) = shop.begin("begun").await;
        let told = shop.tell(&begun);
        assert!(told.contains("for 2 places, pending\n") && told.contains("transaction none\n"), "{told}");
        shop.simulators.pawapay.set_availability(Availability::Unreachable);
        shop.simulators.flexpay.set_availability(Availability::Unreachable);
        shop.simulators.cinetpay.set_availability(Availability::Unreachable);
        assert!(shop.tell(&payment).ends_with("the provider says now: no answer\n"));
        // A provider whose settings are gone can't be asked.
        let without = shop.folder.with("TUKIO_PAYMENTS", "sandbox").run(&["payment", &payment]);
        assert!(
            without.stdout.ends_with("the provider says now: nothing: it is not set any more\n"),
            "{}",
            without.stdout
        );
    }
}

#[test]
fn a_payment_that_there_is_not() {
    let folder = RunFolder::new();
    assert!(folder.run(&["migrate"]).status.success());
    for (id, complaint) in
        [("n° 7", "is no payment's id"), ("0198c5a0-0000-7000-8000-000000000000", "there is no such payment")]
    {
        let said = folder.run(&["payment", id]);
        assert!(!said.status.success() && said.stderr.contains(complaint), "{id}: {}", said.stderr);
        assert_eq!((said.stdout.as_str(), said.stderr.lines().count()), ("", 1));
    }
}

#[apply(both_engines)]
async fn a_refund_by_hand_is_listed_and_closed_once(engine: Engine) {
    for name in ["flexpay", "cinetpay"] {
        let shop = Shop::open(engine, name).await;
        let payment = shop.bought("paid").await;
        shop.pay_back(&payment).await;
        let listed = shop.check_until("has to be made by hand").await;
        let refund = listed.split("refund ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        assert!(listed.contains(&format!("payment {payment}: refund {refund} has to be made by hand")), "{listed}");
        let told = shop.tell(&payment);
        assert!(told.contains(&format!("refund {refund}: 20\u{202f}000 CDF, by_hand (")), "{told}");

        let unsaid = shop.folder.run(&["refund-done", refund, "--reference", "  "]);
        assert!(!unsaid.status.success() && unsaid.stderr.contains("--reference"), "{}", unsaid.stderr);
        assert!(!shop.folder.run(&["refund-done", refund]).status.success(), "without a word about the transfer");
        let closed = shop.folder.run(&["refund-done", refund, "--reference", "OM-7781"]);
        assert!(closed.status.success(), "{}", closed.stderr);
        assert_eq!(closed.stdout, "Remboursement de 20\u{202f}000 CDF noté comme fait.\n");
        let told = shop.tell(&payment);
        assert!(told.contains(&format!("refund {refund}: 20\u{202f}000 CDF, done (OM-7781)\n")), "{told}");
        let again = shop.folder.run(&["refund-done", refund, "--reference", "OM-7782"]);
        assert!(!again.status.success() && again.stderr.contains("no refund of that id waits"), "{}", again.stderr);
        let checked = shop.folder.run(&["check"]);
        assert!(checked.status.success(), "{}{}", checked.stdout, checked.stderr);
        assert_eq!(checked.stdout, "Rien à signaler.\n");
    }
}

#[apply(both_engines)]
async fn check_tells_who_is_passed_over_and_what_is_closed(engine: Engine) {
    let mut shop = Shop::open(engine, "pawapay,flexpay").await;
    let metrics = shop.server.metrics_address();
    let passed_over = |value: &str| {
        let line = format!("payment_provider_passed_over{{provider=\"pawapay\"}} {value}\n");
        let figures = Server::get_from(metrics, "/metrics");
        assert!(figures.contains(&line), "{figures}");
    };
    passed_over("0");
    shop.simulators.pawapay.set_availability(Availability::Unavailable);
    for number in 0..3 {
        let (_, page) = shop.begin(&format!("outage-{number}")).await;
        assert!(page.contains("/pay/"), "FlexPay takes it: {page}");
    }
    passed_over("1");
    let checked = shop.folder.run(&["check"]);
    let line = "payments through pawapay: it keeps failing and is passed over until ";
    assert!(checked.status.success() && checked.stdout.contains(line), "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stdout.contains("payment by airtel through pawapay: unknown\n"), "{}", checked.stdout);

    shop.simulators.pawapay.set_availability(Availability::Up);
    let closed = NetworkChange {
        provider: "ORANGE_COD".to_owned(),
        currency: None,
        status: Some(NetworkStatus::Closed),
        min: None,
        max: None,
    };
    shop.simulators.pawapay.change_network(&closed).unwrap();
    let checked = shop.folder.run(&["check"]);
    assert!(checked.stdout.contains("payment by orange through pawapay: closed\n"), "{}", checked.stdout);
    // After a restart it is tried again.
    shop.server.kill();
    shop.server = shop.folder.serve();
    shop.kito = Customer::register(shop.server.address, "amani", "0970000002").await;
    let (_, page) = shop.begin("after").await;
    assert!(page.starts_with(shop.simulators.pawapay.base_url()), "{page}");
}
