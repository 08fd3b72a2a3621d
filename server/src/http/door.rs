//! The door that every request comes through, once its route is known: which clinic, does the
//! matrix know the call, not too often, from our own pages, with a body of bounded size. What
//! comes through carries its clinic and its origin; a write goes on in a task of its own.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{MatchedPath, Request, State},
    http::{
        HeaderMap, HeaderName, Method,
        header::{ORIGIN, USER_AGENT},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use uuid::Uuid;

use super::{body, client, log::Seen, rate_limit::RateLimits};
use crate::{
    clock::Clock,
    config::BaseUrl,
    error::{Error, Result},
    permission::{MATRIX, Row},
    tenancy::{Clinic, Directory, Origin, Place, place},
};

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What the door needs to know.
#[derive(Clone)]
pub struct Door {
    pub directory: Directory,
    pub limits: RateLimits,
    pub clock: Clock,
    pub base_url: BaseUrl,
    pub trusted_proxies: Arc<[IpAddr]>,
}

/// Lets a request in, or answers why not.
pub async fn pass(State(door): State<Door>, request: Request, next: Next) -> Response {
    let request_id = Uuid::now_v7();
    let asked = place(request.headers(), request.uri(), &door.base_url);
    let clinic = match door.clinic(asked).await {
        Ok(clinic) => clinic,
        Err(error) => return error.into_response(),
    };
    let seen = Seen { clinic: clinic.id, request: request_id };
    let mut response = match door.let_in(clinic, request_id, request).await {
        Ok(request) if is_read(request.method()) => next.run(request).await,
        // Detached: when the client hangs up, a write still comes to its end.
        Ok(request) => tokio::spawn(next.run(request))
            .await
            .unwrap_or_else(|_| Error::Internal("a handler panicked".into()).into_response()),
        Err(error) => error.into_response(),
    };
    response.extensions_mut().insert(seen);
    response
}

impl Door {
    async fn clinic(&self, asked: Option<Place>) -> Result<Arc<Clinic>> {
        match asked {
            Some(Place::Clinic(subdomain)) => {
                let clinic = self.directory.find(&subdomain).await?;
                clinic.open()?;
                Ok(clinic)
            }
            Some(Place::Platform) => Err(Error::NoSuchClinic),
            None => Err(Error::Misdirected),
        }
    }

    async fn let_in(&self, clinic: Arc<Clinic>, request_id: Uuid, mut request: Request) -> Result<Request> {
        let Some(route) = request.extensions().get::<MatchedPath>().cloned() else {
            // The web app's own files: nothing of the clinic's.
            return if is_read(request.method()) { Ok(request) } else { Err(Error::MethodNotAllowed) };
        };
        let method = if request.method() == Method::HEAD { Method::GET } else { request.method().clone() };
        let row = MATRIX
            .row(&method, route.as_str())
            .ok_or_else(|| if MATRIX.knows(route.as_str()) { Error::MethodNotAllowed } else { Error::Forbidden })?;
        let address = client::address(&request, &self.trusted_proxies);
        if !is_read(&method) {
            // Before it is counted: another site's page must not use up a person's sign-ins.
            same_origin(request.headers(), &self.base_url.origin_of(&clinic.subdomain))?;
        }
        self.limits.check(row.rate_class, (clinic.id, client::limited_as(address)))?;
        if !is_read(&method) {
            request = body::read(request, row.max_body_bytes).await?;
        }
        let origin = self.origin(request_id, row, address, request.headers(), is_read(&method));
        request.extensions_mut().insert(origin);
        request.extensions_mut().insert(clinic);
        Ok(request)
    }

    fn origin(&self, request_id: Uuid, row: &Row, address: IpAddr, headers: &HeaderMap, reads_only: bool) -> Origin {
        let user_agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("-");
        Origin {
            request_id,
            now: self.clock.now(),
            ip: address.to_string(),
            user_agent: user_agent.chars().take(300).collect(),
            audit_action: row.audit_action.clone(),
            reads_only,
        }
    }
}

fn is_read(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}

/// Sibling subdomains are the same *site*, so `SameSite` cookies alone protect nothing here
/// (measured; reference security 0.9): the origin itself must be ours.
fn same_origin(headers: &HeaderMap, own: &str) -> Result<()> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let allowed = match (origins.next(), origins.next()) {
        (Some(origin), None) => origin.as_bytes() == own.as_bytes(),
        (None, _) => headers.get(FETCH_SITE).is_some_and(|site| site.as_bytes() == b"same-origin"),
        _ => false,
    };
    if allowed { Ok(()) } else { Err(Error::CrossSite) }
}
