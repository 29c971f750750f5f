//! Figures as the charts of an event show them.

use std::collections::BTreeMap;

use box_office::Channel;

use domain::TicketTypeId;
use serde::Serialize;
use utoipa::ToSchema;

/// Amounts in major units by currency.
pub type Amounts = BTreeMap<String, f64>;

/// How wide the steps of a curve are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Day,
    Hour,
}

/// How an event sells and fills.
#[derive(Debug, Serialize, ToSchema)]
pub struct SalesFigures {
    pub by: Step,
    /// The beginning of the first step that anything was sold in, in milliseconds since 1970.
    pub from: Option<i64>,
    /// The end of the last one.
    pub until: Option<i64>,
    /// Steps that anything was sold or taken back in. Their sums are the figures of `stats`.
    pub points: Vec<SalesPoint>,
    /// How full it was so many days before it began, beside the organiser's earlier events.
    pub pace: Vec<PacePoint>,
    pub types: Vec<TypeSales>,
    pub channels: Vec<ChannelSales>,
    pub entries: Entries,
    pub funnel: Funnel,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SalesPoint {
    /// When the step begins by the clocks of the event's town, in milliseconds since 1970.
    pub at: i64,
    /// Tickets sold less those taken back.
    pub sold: i64,
    /// After refunds.
    #[schema(value_type = std::collections::HashMap<String, f64>)]
    pub revenue: Amounts,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct PacePoint {
    pub days_before: i64,
    /// Places that were sold by the end of that day, in percent; null for days to come.
    pub sold_percent: Option<f64>,
    /// The same of the organiser's earlier events on average; null where there are none.
    pub previous_percent: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct TypeSales {
    #[schema(value_type = i64)]
    pub id: TicketTypeId,
    pub label: String,
    pub sold: i64,
    pub nbr_max: i64,
    #[schema(value_type = std::collections::HashMap<String, f64>)]
    pub revenue: Amounts,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ChannelSales {
    pub channel: Channel,
    pub sold: i64,
    #[schema(value_type = std::collections::HashMap<String, f64>)]
    pub revenue: Amounts,
}

/// First admissions of each day, by gate and quarter of an hour.
#[derive(Debug, Serialize, ToSchema)]
pub struct Entries {
    /// Names of gates; scans without one have an empty name.
    pub gates: Vec<String>,
    pub points: Vec<EntryPoint>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct EntryPoint {
    /// When the quarter of an hour begins, in milliseconds since 1970.
    pub at: i64,
    pub gate: String,
    pub entered: i64,
}

/// From a look at the page to a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Funnel {
    /// Views of the event's page.
    pub views: i64,
    /// Times that somebody chose tickets there.
    pub selected: i64,
    /// Payments that were begun online; trying again is not another one.
    pub begun: i64,
    /// Payments that bought tickets online.
    pub paid: i64,
}
