//! The product from outside, over HTTP, on both engines from the same test bodies.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

mod support;

mod accounts;
mod authorisation;
mod avif_pictures;
mod begun_payments;
mod box_office;
mod closing;
mod closing_tickets;
mod confirmed_price;
mod contract;
mod discovery;
mod door;
mod door_blocks;
mod door_codes;
mod door_offline;
mod door_roles;
mod door_roster;
mod door_sales;
mod door_simulation;
mod event_filters;
mod events;
mod following;
mod guessing;
mod holds;
mod hostile;
mod kept_promises;
mod mail;
mod migrations;
mod model;
mod my_events;
mod organising;
mod page_keys;
mod pages;
mod passing_on;
mod payments;
mod people;
mod pictures;
mod profile;
mod recovery;
mod sessions;
mod several_processes;
mod several_tries;
mod site;
mod takings;
mod ticket_files;
mod ticket_keys;
