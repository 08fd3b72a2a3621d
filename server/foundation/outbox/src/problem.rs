//! Why a job failed, in words for the people of a clinic. A library's error text stays in the log.

use base::error::Error;
use mail::MailError;

/// The problem of a job's last try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    Address,
    Refused,
    OutOfReach,
    RecipientLimit,
    ClinicLimit,
    Unconfirmed,
    Interrupted,
    PutBack,
    Internal,
}

impl Problem {
    const ALL: [Self; 9] = [
        Self::Address,
        Self::Refused,
        Self::OutOfReach,
        Self::RecipientLimit,
        Self::ClinicLimit,
        Self::Unconfirmed,
        Self::Interrupted,
        Self::PutBack,
        Self::Internal,
    ];

    /// The problems that are limits. They end without an action.
    pub const LIMITS: [Self; 3] = [Self::RecipientLimit, Self::ClinicLimit, Self::Unconfirmed];

    /// The code in the outbox.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Refused => "refused",
            Self::OutOfReach => "out_of_reach",
            Self::RecipientLimit => "recipient_limit",
            Self::ClinicLimit => "clinic_limit",
            Self::Unconfirmed => "unconfirmed",
            Self::Interrupted => "interrupted",
            Self::PutBack => "put_back",
            Self::Internal => "internal",
        }
    }

    /// Parses a code of the outbox. An unknown code, which a newer release may write, is a general problem.
    pub fn named(code: Option<&str>) -> Self {
        Self::ALL.into_iter().find(|problem| Some(problem.code()) == code).unwrap_or(Self::Internal)
    }

    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Address => "The address cannot be written to.",
            Self::Refused => "The mail server refused the mail.",
            Self::OutOfReach => "The mail server could not be reached.",
            Self::RecipientLimit => "This person was sent as many mails of this kind as are allowed.",
            Self::ClinicLimit => "The clinic had sent as many mails as its plan allows in a day.",
            Self::Unconfirmed => "The clinic’s owner had not confirmed the e-mail address.",
            Self::Interrupted => "Sending was interrupted again and again.",
            Self::PutBack => "It may have been sent before the data was put back to an earlier moment.",
            Self::Internal => "Something went wrong on our side.",
        }
    }

    /// Whether a job that was given up for this reason alerts the operator. A limit is not a fault of the deployment,
    /// and the operator decides what is held back after a restore.
    pub fn is_the_operators(self) -> bool {
        self != Self::PutBack && !Self::LIMITS.contains(&self)
    }
}

/// A failed try: the problem to store, and the error to log.
#[derive(Debug)]
pub struct Failed {
    pub problem: Problem,
    pub error: Error,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self { problem: Problem::Internal, error }
    }
}

impl From<sea_orm::DbErr> for Failed {
    fn from(error: sea_orm::DbErr) -> Self {
        Error::from(error).into()
    }
}

impl From<MailError> for Failed {
    fn from(unsent: MailError) -> Self {
        let problem = match unsent {
            MailError::Address => Problem::Address,
            MailError::Refused => Problem::Refused,
            // A clinic sees one problem for all of these; the log tells the operator which it was.
            MailError::OutOfReach
            | MailError::TooSlow
            | MailError::SignIn
            | MailError::Certificate(_)
            | MailError::Unfit => Problem::OutOfReach,
            MailError::Internal => Problem::Internal,
        };
        Self { problem, error: Error::Internal(unsent.to_string()) }
    }
}
