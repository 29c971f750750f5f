//! Pages that are told apart by their path alone. Where a path holds an id or a token, one path stands for all of them:
//! it is what is cached, and the name of the web app's route.

/// A page that says the same to everybody, always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixedPage {
    About,
    Contact,
}

impl FixedPage {
    pub fn path(self) -> &'static str {
        match self {
            FixedPage::About => "/about",
            FixedPage::Contact => "/contact",
        }
    }
}

/// A page that leads to where one came from, once one is signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInPage {
    Login,
    Register,
    ForgottenPassword,
}

impl SignInPage {
    pub fn path(self) -> &'static str {
        match self {
            SignInPage::Login => "/login",
            SignInPage::Register => "/register",
            SignInPage::ForgottenPassword => "/forgotten-password",
        }
    }
}

/// A page that is rendered in the browser only, because it depends on who is looking or on a secret in its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShellPage {
    ResetPassword,
    VerifyEmail,
    Invitation,
    PaymentReturn,
    Logout,
    Dash,
    MyTickets,
    /// The receipt of any sale at the door.
    Receipt,
    /// The scan screen of any event.
    Scan,
    /// The ticket types of any event.
    TicketTypes,
}

impl ShellPage {
    /// Reads a path without a slash at its end.
    pub fn read(path: &str) -> Option<ShellPage> {
        Some(match path {
            "/reset-password" => ShellPage::ResetPassword,
            "/verify-email" => ShellPage::VerifyEmail,
            "/payments/return" => ShellPage::PaymentReturn,
            "/logout" => ShellPage::Logout,
            "/dash/tickets" => ShellPage::MyTickets,
            invitation if invitation.starts_with("/invitations/") => ShellPage::Invitation,
            receipt if receipt.starts_with("/receipts/") => ShellPage::Receipt,
            scan if scan.starts_with("/dash/events/") && scan.ends_with("/scan") => ShellPage::Scan,
            types if types.starts_with("/dash/events/") && types.ends_with("/ticket") => ShellPage::TicketTypes,
            dash if dash == "/dash" || dash.starts_with("/dash/") => ShellPage::Dash,
            _ => return None,
        })
    }

    pub fn path(self) -> &'static str {
        match self {
            ShellPage::ResetPassword => "/reset-password",
            ShellPage::VerifyEmail => "/verify-email",
            ShellPage::Invitation => "/invitations/$token",
            ShellPage::PaymentReturn => "/payments/return",
            ShellPage::Logout => "/logout",
            ShellPage::Dash => "/dash",
            ShellPage::MyTickets => "/dash/tickets",
            ShellPage::Receipt => "/receipts/$receipt",
            ShellPage::Scan => "/dash/events/$eventId/scan",
            ShellPage::TicketTypes => "/dash/ticket",
        }
    }
}

/// What is not there. All addresses that no page can have share one rendering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingPage {
    Path,
    /// An event whose id is none.
    Event,
    /// A person whose id is none.
    Person,
}

impl MissingPage {
    pub fn path(self) -> &'static str {
        match self {
            MissingPage::Path => "/404",
            MissingPage::Event => "/events/_",
            MissingPage::Person => "/users/_",
        }
    }
}
