//! A simulator that runs: started on a port of this machine, steered and watched by tests.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::callbacks::{Delivery, Order};
use super::context::{Context, Detour, Options};
use super::faults::{Availability, Fault};
use super::journal::{BookLine, JournalEntry};
use super::payers::Prompt;
use super::protocol::Protocol;
use super::routes;
use super::script::{Script, Tamper};
use super::sending;
use super::state::{Shared, State, Target};

/// How often callbacks that are due are sent in real time.
const TICK: Duration = Duration::from_millis(200);

/// The simulator of one provider. It stops when it is dropped.
pub struct Simulator<P: Protocol> {
    shared: Shared<P>,
    base_url: String,
    client: reqwest::Client,
    tasks: Vec<JoinHandle<()>>,
}

impl<P: Protocol> Drop for Simulator<P> {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl<P: Protocol> Simulator<P> {
    /// With a virtual clock on a free port: what tests want.
    pub async fn start() -> io::Result<Simulator<P>> {
        Simulator::start_with(Options::default()).await
    }

    pub async fn start_with(options: Options) -> io::Result<Simulator<P>> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, options.port))).await?;
        let base_url = format!("http://{}", listener.local_addr()?);
        let client = sending::client().map_err(io::Error::other)?;
        let is_real_time = options.real_time;
        let shared: Shared<P> = Shared::new(State::new(Context::new(options, base_url.clone())));
        let mut tasks = vec![tokio::spawn(routes::serve(listener, shared.clone(), client.clone()))];
        if is_real_time {
            tasks.push(tokio::spawn(tick(shared.clone(), client.clone())));
        }
        Ok(Simulator { shared, base_url, client, tasks })
    }

    /// Without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// An address below [`Simulator::base_url`]; the path begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    pub fn now_ms(&self) -> i64 {
        self.shared.lock().context.now_ms()
    }

    /// Moves the clock on; everything happens whose time has come, and callbacks wait to be delivered.
    pub fn advance(&self, seconds: i64) {
        self.shared.lock().advance(seconds);
    }

    /// Puts the clock to unix milliseconds, for instance to those of the merchant's clock.
    pub fn set_clock(&self, now_ms: i64) {
        self.shared.lock().set_clock(now_ms);
    }

    /// For all payments. The error says what this provider can't do.
    pub fn script_all(&self, script: &Script) -> Result<(), String> {
        self.shared.lock().set_script(&Target::All, script)
    }

    /// For the next payment that begins.
    pub fn script_next(&self, script: &Script) -> Result<(), String> {
        self.shared.lock().set_script(&Target::Next, script)
    }

    /// For one payment, also before it begins, by the merchant's reference.
    pub fn script(&self, reference: &str, script: &Script) -> Result<(), String> {
        self.shared.lock().set_script(&Target::Payment(reference), script)
    }

    pub fn clear_scripts(&self) {
        self.shared.lock().context.scripts.clear();
    }

    pub fn add_fault(&self, fault: Fault) -> Result<(), String> {
        self.shared.lock().add_fault(fault)
    }

    pub fn clear_faults(&self) {
        self.shared.lock().faults.clear();
    }

    pub fn set_availability(&self, availability: Availability) {
        self.shared.lock().faults.availability = availability;
    }

    /// Pays as the payer would on the provider's page. For a push, answers the prompt on the number's telephone.
    pub fn pay(&self, reference: &str, number: &str) -> Result<(), String> {
        self.shared.lock().pay(reference, number)
    }

    pub fn prompts(&self, number: Option<&str>) -> Vec<Prompt> {
        self.shared.lock().prompts(number)
    }

    /// Enters the PIN on a telephone.
    pub fn approve(&self, number: &str) -> Result<(), String> {
        self.shared.lock().answer_telephone(number, true)
    }

    pub fn refuse(&self, number: &str) -> Result<(), String> {
        self.shared.lock().answer_telephone(number, false)
    }

    /// Sends the callbacks that are due, and tells what the merchant answered.
    pub async fn deliver_callbacks(&self) -> Vec<Delivery> {
        self.deliver_callbacks_in(Order::Due).await
    }

    pub async fn deliver_callbacks_in(&self, order: Order) -> Vec<Delivery> {
        sending::send_due(&self.shared, &self.client, order).await
    }

    /// Sends callbacks to a public address to another one, as a proxy would. Both are schemes and hosts, without a slash
    /// at the end.
    pub fn detour(&self, public: &str, actual: &str) {
        let detour = Detour { public: public.to_owned(), actual: actual.to_owned() };
        self.shared.lock().context.detours.push(detour);
    }

    /// How many callbacks wait, due or not.
    pub fn pending_callbacks(&self) -> usize {
        self.shared.lock().context.callbacks.pending().len()
    }

    /// Everything that was sent, or lost on purpose.
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.shared.lock().context.callbacks.deliveries.clone()
    }

    /// Queues a callback that tells the success of a payment, whatever is true about it.
    pub fn forge_success(&self, reference: &str, tamper: Option<Tamper>) -> Result<(), String> {
        self.shared.lock().forge(reference, tamper)
    }

    /// Queues an authentic callback about a payment that the merchant does not know.
    pub fn send_unknown_callback(&self) -> Result<(), String> {
        self.shared.lock().send_unknown()
    }

    pub fn journal(&self) -> Vec<JournalEntry> {
        self.shared.lock().journal.clone()
    }

    /// How many calls of a kind came in.
    pub fn calls(&self, kind: &str) -> usize {
        self.shared.lock().journal.iter().filter(|entry| entry.call == kind).count()
    }

    pub fn books(&self) -> Vec<BookLine> {
        let mut state = self.shared.lock();
        state.settle();
        state.protocol.books()
    }

    /// The line of a payment or refund in the books.
    pub fn book(&self, reference: &str) -> Option<BookLine> {
        self.books().into_iter().find(|line| line.reference == reference)
    }

    /// What only this provider has.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut P, &mut Context) -> T) -> T {
        let mut state = self.shared.lock();
        let State { context, protocol, .. } = &mut *state;
        work(protocol, context)
    }
}

async fn tick<P: Protocol>(shared: Shared<P>, client: reqwest::Client) {
    let mut ticks = tokio::time::interval(TICK);
    loop {
        ticks.tick().await;
        sending::send_due(&shared, &client, Order::Due).await;
    }
}
