//! Reminders: the evening before, everybody who holds tickets of an event and has an address gets them once more.

mod mails;
mod store;
mod writing;
