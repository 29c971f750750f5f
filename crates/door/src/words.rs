//! The words that the log, the API and the phones share.

use database::stored_words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

stored_words! {
    /// What the person at the door is told.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    Verdict {
        Admitted = "admitted",
        /// Admitted again, after it had gone out.
        Readmitted = "readmitted",
        Left = "left",
        AlreadyAdmitted = "already_admitted",
        Unknown = "unknown",
        Forged = "forged",
        OtherEvent = "other_event",
        Cancelled = "cancelled",
        Refunded = "refunded",
        /// The code is that of somebody who has passed the ticket on.
        Transferred = "transferred",
        /// Asked to go out without being in.
        NotInside = "not_inside",
        ReentryOff = "reentry_off",
        EventCancelled = "event_cancelled",
        Undone = "undone",
    }

    /// What has become of a scan, once all that is known of its ticket is put in order.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    Fate {
        Admitted = "admitted",
        Readmitted = "readmitted",
        Left = "left",
        /// Somebody was let in whose ticket was in already, or void.
        Conflict = "conflict",
        Refused = "refused",
        Undone = "undone",
        /// Went out, although no scan that we know of had let it in; or takes back a scan that has not arrived yet.
        Unmatched = "unmatched",
    }

    /// Which way somebody passes, or that a scan is taken back.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    Direction {
        In = "in",
        Out = "out",
        Undo = "undo",
    }
}

impl Verdict {
    /// Whether somebody passed the gate.
    pub fn is_passage(self) -> bool {
        matches!(self, Verdict::Admitted | Verdict::Readmitted | Verdict::Left)
    }
}
