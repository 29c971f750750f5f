//! The state of the box office, and what its parts have in common.

use std::net::{IpAddr, SocketAddr};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use database::DbError;
use domain::{PaymentId, Rate, UserId};
use events::Events;
use payment_providers::{Provider, sandbox};
use tokio::sync::watch;
use url::{Position, Url};

use crate::desk::Desk;
use crate::providers::Providers;
use crate::sandbox::SandboxService;
use crate::ticket_keys::TicketKeys;
use platform::{BlockingPool, Error, Limiter, Services};
use ticket_code::VerifyingKeys;

/// The state of the feature: a cheap handle.
#[derive(Clone)]
pub struct BoxOffice(Arc<Parts>);

/// What the operator sets. It has no `Debug`, because providers hold their tokens.
#[derive(Clone)]
pub struct Settings {
    /// Who takes the money, in the order of preference; none: the sandbox.
    pub providers: Vec<Arc<dyn Provider>>,
    pub support_email: String,
    /// Where this process listens: the sandbox sends its webhooks to the process that began a payment.
    pub listen: SocketAddr,
    /// The rate for payments in the other currency than the ticket's; without one there are none.
    pub rate: Option<Rate>,
}

pub struct Parts {
    settings: Settings,
    pub(crate) services: Services,
    pub(crate) events: Events,
    pub(crate) desk: Desk,
    pub(crate) providers: Providers,
    pub(crate) sandbox: SandboxService,
    pub(crate) keys: TicketKeys,
    /// Where tickets are made as PDF.
    pub(crate) pdf_pool: BlockingPool,
    /// Numbers that each holder of a ticket may ask about.
    pub(crate) guesses: Limiter<UserId>,
    /// Times that the tickets of each payment may be sent again.
    pub(crate) ticket_mails: Limiter<PaymentId>,
    /// Codes of hidden ticket types that may be tried.
    pub(crate) code_guesses: Limiter<Guesser>,
    /// Mails to guests that each organiser may still have sent.
    pub(crate) guest_mails: Limiter<UserId>,
    /// Until when the cashier has looked for sales that begin or end by themselves, in milliseconds since 1970.
    pub(crate) sales_seen_until: AtomicI64,
    /// Tells the cashier that something fell due before its next round.
    pub(crate) duties_changed: Arc<watch::Sender<()>>,
}

/// Who tries the code of a hidden ticket type: a person, or the address of a visitor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Guesser {
    Person(UserId),
    Address(IpAddr),
}

/// Numbers somebody may try without giving a ticket away, and then one more after each wait: more than anybody has
/// friends to bring, too few to find out who has which number.
const GUESSES: u32 = 30;
const NEXT_GUESS: Duration = Duration::from_mins(5);

/// Times a day that somebody who lost the mail with their tickets gets it again.
const TICKET_MAILS_A_DAY: u32 = 3;
const A_DAY: Duration = Duration::from_hours(24);
/// Wrong codes of hidden types, and the wait for one more: a code is short, and nobody mistypes it that often.
const CODE_GUESSES: u32 = 20;
const NEXT_CODE_GUESS: Duration = Duration::from_secs(30);

/// Guests that somebody may have mails sent to, and the wait for one more: they go to any address that was typed.
const GUEST_MAILS: u32 = 300;
const NEXT_GUEST_MAIL: Duration = Duration::from_mins(5);

/// Documents that are made at once, and those that may wait; beyond, the answer is "busy".
const MOST_PDFS_AT_ONCE: usize = 2;
const MOST_PDFS_WAITING: usize = 64;

impl Deref for BoxOffice {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl BoxOffice {
    /// Opens the desk, which starts a task, so it has to be called inside the async runtime.
    pub async fn open(services: Services, events: Events, settings: Settings) -> Result<BoxOffice, DbError> {
        let (db, clock) = (services.db.clone(), services.clock.clone());
        let duties_changed = Arc::new(watch::Sender::new(()));
        let sandbox = SandboxService::open(&services, duties_changed.clone()).await?;
        let real = settings.providers.clone();
        let providers = Providers::new(if real.is_empty() { vec![sandbox.sandbox.clone()] } else { real });
        Ok(BoxOffice(Arc::new(Parts {
            desk: Desk::open(&services, settings.rate),
            providers,
            sandbox,
            keys: TicketKeys::new(db, clock, services.sealer.clone()),
            pdf_pool: BlockingPool::new(MOST_PDFS_AT_ONCE, MOST_PDFS_WAITING),
            guesses: Limiter::new(GUESSES, NEXT_GUESS),
            ticket_mails: Limiter::new(TICKET_MAILS_A_DAY, A_DAY / TICKET_MAILS_A_DAY),
            code_guesses: Limiter::new(CODE_GUESSES, NEXT_CODE_GUESS),
            guest_mails: Limiter::new(GUEST_MAILS, NEXT_GUEST_MAIL),
            sales_seen_until: AtomicI64::new(services.now().millis()),
            duties_changed,
            settings,
            services,
            events,
        })))
    }

    /// The rate for payments in the other currency than the ticket's, if the operator has set one.
    pub fn rate(&self) -> Option<Rate> {
        self.settings.rate
    }

    /// The keys that tickets are checked by.
    pub async fn verifying_keys(&self) -> Result<Arc<VerifyingKeys>, Error> {
        self.keys.verifying_keys().await
    }

    /// The same, read again: for a code that names a key which is not among them.
    pub async fn reread_verifying_keys(&self) -> Result<Arc<VerifyingKeys>, Error> {
        self.keys.reread_verifying_keys().await
    }

    /// The host that providers call us by, whatever a proxy makes of it.
    pub(crate) fn public_authority(&self) -> String {
        let url = Url::parse(&self.services.settings.public_url).ok();
        url.map(|url| url[Position::BeforeHost..Position::AfterPort].to_owned()).unwrap_or_default()
    }

    /// Where providers find somebody to ask about a buyer who has no address.
    pub(crate) fn support_email(&self) -> &str {
        &self.settings.support_email
    }

    /// The address for a provider's webhooks: for the sandbox that of this very process.
    pub(crate) fn callback_url(&self, provider: &str) -> String {
        if provider != sandbox::NAME {
            return format!("{}/api/payments/webhooks/{provider}/", self.services.settings.public_url);
        }
        let mut address = self.settings.listen;
        if address.ip().is_unspecified() {
            address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
        }
        format!("http://{address}/api/payments/webhooks/{provider}/")
    }

    /// To be called once something that falls due was committed.
    pub(crate) fn notify_cashier(&self) {
        self.duties_changed.send_replace(());
    }
}
