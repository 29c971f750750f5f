//! Sales for cash: with network from the stock of everybody, without it from places that were set aside for this phone.

mod answers;
mod blocks;
mod model;
mod receipts;
pub mod routes;
mod selling;
pub mod store;
mod syncing;
mod takings;

pub use model::SaleFate;
pub use selling::{PastCashSale, record_past_cash_sale};
pub use takings::export_sales;
