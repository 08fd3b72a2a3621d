//! Reads `server/permissions.csv`: each call with its permission, its limits and the roles that may make it.

use std::{collections::HashMap, sync::LazyLock};

use axum::http::Method;
use entity::words::Role;
use sea_orm::Iterable;

use super::access::Access;

/// The rate limit that a call counts against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateClass {
    Read,
    Write,
    Login,
    Portal,
    Billing,
    Webhook,
    /// Calls of programs with a token.
    Api,
}

impl RateClass {
    /// The class's label in telemetry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Login => "signin",
            Self::Portal => "portal",
            Self::Billing => "billing",
            Self::Webhook => "webhook",
            Self::Api => "api",
        }
    }
}

/// How long the list may be that a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListLength {
    /// As many rows as `limit` asks for.
    Page,
    /// Long, whatever the request asks for: the call takes no `limit`, or its rows hold pictures.
    Long,
}

/// One call of the matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub method: Method,
    pub path: String,
    /// `-` for calls that need no permission.
    pub permission: String,
    pub rate_class: RateClass,
    /// `-` for calls that leave no audit row.
    pub audit_action: String,
    /// The group and the words of the action in the activity log.
    pub audit_group: String,
    pub audit_words: String,
    pub max_body_bytes: usize,
    /// `None` for a call that returns no list and no table.
    pub list: Option<ListLength>,
    /// Column and cell, for the roles and for callers without a session.
    pub cells: Vec<(String, String)>,
}

impl Row {
    /// Whether the credential is a signature over the body. There is no cookie, no page of ours and no JSON rule of a
    /// browser. The call's handler checks the signature.
    pub fn is_signed(&self) -> bool {
        self.credential() == "signature"
    }

    /// Whether the credential is an API token, and never a cookie.
    pub fn takes_token(&self) -> bool {
        self.credential() == "api_token"
    }

    /// The credential that a caller without a session needs: its kind, or `allow` or `deny`.
    fn credential(&self) -> &str {
        self.cells.iter().find(|(column, _)| column == "anonymous").map_or("deny", |(_, cell)| cell)
    }
}

/// The matrix, parsed once.
pub struct Matrix {
    pub rows: Vec<Row>,
    /// The rows by path, so that a lookup allocates nothing.
    by_path: HashMap<String, Vec<usize>>,
    pub(super) grants: HashMap<String, Vec<(String, Option<Access>)>>,
}

impl Matrix {
    /// The row of a call, by method and route template. A call without a row is refused for everybody.
    pub fn row(&self, method: &Method, path: &str) -> Option<&Row> {
        self.by_path.get(path)?.iter().map(|index| &self.rows[*index]).find(|row| row.method == *method)
    }

    /// The methods of this path in the form of the `Allow` header. Empty for an unknown path.
    pub fn methods(&self, path: &str) -> String {
        let rows = self.rows.iter().filter(|row| row.path == path);
        rows.flat_map(|row| if row.method == Method::GET { vec!["GET", "HEAD"] } else { vec![row.method.as_str()] })
            .collect::<Vec<_>>()
            .join(",")
    }
}

/// `server/permissions.csv`, compiled into the program.
#[expect(clippy::expect_used, reason = "the file is part of the program; a test reads it")]
pub static MATRIX: LazyLock<Matrix> =
    LazyLock::new(|| read(include_str!("../../../../permissions.csv")).expect("permissions.csv is well formed"));

pub(super) fn read(text: &str) -> Result<Matrix, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| error.to_string())?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        rows.push(row(&headers, &record)?);
    }
    let mut by_path: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, row) in rows.iter().enumerate() {
        by_path.entry(row.path.clone()).or_default().push(index);
    }
    let mut grants: HashMap<String, Vec<(String, Option<Access>)>> = HashMap::new();
    for row in &rows {
        let cells = row
            .cells
            .iter()
            .map(|(column, cell)| {
                let access = match cell.as_str() {
                    "allow" => Some(Access::Full),
                    "limited" => Some(Access::Limited),
                    _ => None,
                };
                (column.clone(), access)
            })
            .collect::<Vec<_>>();
        match grants.get(&row.permission) {
            Some(known) if row.permission != "-" && *known != cells => {
                return Err(format!("{} is granted differently by two calls", row.permission));
            }
            Some(_) => {}
            None => drop(grants.insert(row.permission.clone(), cells)),
        }
    }
    Ok(Matrix { rows, by_path, grants })
}

fn row(headers: &csv::StringRecord, record: &csv::StringRecord) -> Result<Row, String> {
    let cell = |name: &str| {
        let index = headers.iter().position(|header| header == name).ok_or(format!("no column {name}"))?;
        record.get(index).map(str::to_owned).ok_or(format!("no cell for {name}"))
    };
    let rate_class = match cell("rate_class")?.as_str() {
        "read" => RateClass::Read,
        "write" => RateClass::Write,
        "login" => RateClass::Login,
        "portal" => RateClass::Portal,
        "billing" => RateClass::Billing,
        "webhook" => RateClass::Webhook,
        "api" => RateClass::Api,
        other => return Err(format!("no rate class {other}")),
    };
    let list = match cell("list")?.as_str() {
        "-" => None,
        "page" => Some(ListLength::Page),
        "long" => Some(ListLength::Long),
        other => return Err(format!("no list {other}")),
    };
    let mut cells = Vec::new();
    for column in std::iter::once("owner").chain(Role::iter().map(Role::as_str)).chain(["anonymous", "portal_token"]) {
        cells.push((column.to_owned(), cell(column)?));
    }
    let kilobytes: usize = cell("max_body_kb")?.parse().map_err(|_| "max_body_kb is a number".to_owned())?;
    Ok(Row {
        method: cell("method")?.parse().map_err(|_| "no such method".to_owned())?,
        path: cell("path")?,
        permission: cell("permission")?,
        rate_class,
        audit_action: cell("audit_action")?,
        audit_group: cell("audit_group")?,
        audit_words: cell("audit_words")?,
        max_body_bytes: kilobytes * 1024,
        list,
        cells,
    })
}
