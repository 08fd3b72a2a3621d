//! `celadon placement …`.

use std::{process::ExitCode, time::Duration};

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::{gateway, owner, print};
use base::clock::Clock;
use operations::placements::{self, CarriedOut, Former, Measured, Planned, Step, Throttle, Unread};
use tenancy::OwnerDb;

#[derive(Subcommand)]
pub enum Command {
    /// Print one JSON line for each placement: kind, clinics, size, whether it takes new clinics and whether it is reachable.
    List,
    /// Add a placement whose `OWNER_DATABASE_URL_{NAME}` is set; make its roles, as `celadon migrate` does. It takes
    /// no new clinics until it is opened.
    Add { name: String },
    /// Let a placement take new clinics. Every server must have its `DATABASE_URL_{NAME}` by then.
    Open { name: String },
    /// Let a placement take no new clinics. Its present clinics stay.
    Close { name: String },
    /// Close a placement and move every clinic out of it, each to the open placement with the fewest clinics. If interrupted, run it
    /// again to continue. Exit code 1: clinics remain there, or tables that moves and restores have left.
    Drain {
        name: String,
        /// Only print the planned moves, and about how large each is. Exit code 1: some clinics could not be read.
        #[arg(long)]
        plan: bool,
        #[command(flatten)]
        pace: Pace,
    },
    /// Print the moves after which all open placements have equally many clinics. Exit code 1: some clinics could not
    /// be read, or could not be moved.
    Balance {
        /// Carry out the moves.
        #[arg(long)]
        yes: bool,
        /// Move at most this many clinics.
        #[arg(long, default_value_t = 100)]
        most: usize,
        #[command(flatten)]
        pace: Pace,
    },
}

#[derive(Args, Clone, Copy)]
pub struct Pace {
    /// Clinics that are moved at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    at_once: u8,
    /// Megabytes a second that all moves together may take on average. The command pauses after each move.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    megabytes_a_second: Option<u32>,
    /// The shortest pause after each move, in seconds.
    #[arg(long, default_value_t = 0)]
    pause: u64,
    /// A clinic that would answer 503 for more than this many seconds stays where it is.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=60))]
    longest_fence: u64,
}

impl Command {
    pub async fn run(self) -> Result<ExitCode, String> {
        let owner = owner().await?;
        match self {
            Self::List => list(&owner).await,
            Self::Add { name } => done(placements::add(&owner, &name, &gateway()?).await),
            Self::Open { name } => done(placements::open(&owner, &name).await),
            Self::Close { name } => done(placements::close(&owner, &name).await),
            Self::Drain { name, plan, pace } => drain(&owner, &name, plan, pace).await,
            Self::Balance { yes, most, pace } => balance(&owner, yes, most, pace).await,
        }
    }
}

fn done<E: std::fmt::Display>(outcome: Result<(), E>) -> Result<ExitCode, String> {
    outcome.map(|()| ExitCode::SUCCESS).map_err(|fault| fault.to_string())
}

async fn list(owner: &OwnerDb) -> Result<ExitCode, String> {
    for placement in placements::list(owner).await.map_err(|fault| fault.to_string())? {
        print(&json!(placement).to_string());
    }
    Ok(ExitCode::SUCCESS)
}

async fn drain(owner: &OwnerDb, name: &str, only_plan: bool, pace: Pace) -> Result<ExitCode, String> {
    let plan = placements::plan_drain(owner, name).await.map_err(|fault| fault.to_string())?;
    if only_plan {
        return print_plan(owner, plan).await;
    }
    placements::close(owner, name).await.map_err(|fault| fault.to_string())?;
    // Includes clinics that were made there before it was closed.
    let plan = placements::plan_drain(owner, name).await.map_err(|fault| fault.to_string())?;
    let CarriedOut { moved, .. } = carry_out(owner, plan, pace).await?;
    // Plans again, because a command that had begun before may have made a clinic there.
    let left = placements::plan_drain(owner, name).await.map_err(|fault| fault.to_string())?.len();
    let former = placements::former_tables(owner, name).await.map_err(|fault| fault.to_string())?;
    for Former { clinic, schema, since, command } in &former {
        let line = json!({ "clinic": clinic, "state": "former", "schema": schema, "since": since, "command": command });
        print(&line.to_string());
    }
    print(&json!({ "moved": moved, "left": left, "former": former.len() }).to_string());
    Ok(ended(left == 0 && former.is_empty()))
}

async fn balance(owner: &OwnerDb, yes: bool, most: usize, pace: Pace) -> Result<ExitCode, String> {
    let plan = placements::plan_balance(owner, most).await.map_err(|fault| fault.to_string())?;
    if !yes {
        return print_plan(owner, plan).await;
    }
    let CarriedOut { moved, left } = carry_out(owner, plan, pace).await?;
    print(&json!({ "moved": moved, "left": left }).to_string());
    Ok(ended(left == 0))
}

/// Prints one JSON line for each move, and their sum.
async fn print_plan(owner: &OwnerDb, plan: Vec<Planned>) -> Result<ExitCode, String> {
    let (clinics, mut bytes, mut unread) = (plan.len(), 0, 0);
    for estimated in placements::estimate(owner, plan).await.map_err(|fault| fault.to_string())? {
        match estimated {
            Ok(measured) => {
                bytes += measured.size.bytes;
                print(&line(&measured, "planned").to_string());
            }
            Err(Unread { planned: Planned { subdomain, from, to, .. }, why }) => {
                unread += 1;
                let line = json!({ "clinic": subdomain, "state": "unread", "from": from, "to": to, "why": why });
                print(&line.to_string());
            }
        }
    }
    print(&json!({ "planned": clinics, "size_mb": megabytes(bytes), "unread": unread }).to_string());
    Ok(ended(unread == 0))
}

async fn carry_out(owner: &OwnerDb, plan: Vec<Planned>, pace: Pace) -> Result<CarriedOut, String> {
    let throttle = Throttle {
        at_once: usize::from(pace.at_once),
        megabytes_a_second: pace.megabytes_a_second,
        pause: Duration::from_secs(pace.pause),
        longest_fence: Duration::from_secs(pace.longest_fence),
    };
    placements::carry_out(owner, plan, throttle, &Clock::default(), tell).await.map_err(|fault| fault.to_string())
}

fn ended(is_whole: bool) -> ExitCode {
    if is_whole { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn tell(step: Step<'_>) {
    match step {
        Step::Begins(measured) => print(&line(measured, "begins").to_string()),
        Step::Moved(measured, moved) => {
            let mut line = line(measured, "moved");
            line["fenced_ms"] = json!(moved.fenced_milliseconds);
            line["followed"] = json!(moved.followed);
            print(&line.to_string());
        }
        Step::Stays(planned, why) => {
            print(&json!({ "clinic": planned.subdomain, "state": "stays", "why": why }).to_string());
        }
    }
}

fn line(measured: &Measured, state: &str) -> Value {
    let Measured { planned, size, fence } = measured;
    json!({
        "clinic": planned.subdomain, "state": state, "from": planned.from, "to": planned.to, "rows": size.rows,
        "size_mb": megabytes(size.bytes), "expected_fence_ms": fence.as_millis(),
    })
}

fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}
