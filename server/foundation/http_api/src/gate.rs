//! The gate: the checks before every handler, once the route is known. It resolves the clinic or the platform's own
//! host. It checks that the host serves the route, that the matrix has the call, the rate limit, the origin, and the
//! body's type and size. A request that passes carries its clinic (or says that it is for the platform's own host) and its origin. A write is
//! completed even if its client disconnects.

use std::{collections::BTreeSet, net::IpAddr, panic::AssertUnwindSafe, sync::Arc};

use axum::{
    extract::{MatchedPath, Request, State},
    http::{
        HeaderMap, HeaderName, Method, StatusCode,
        header::{ORIGIN, USER_AGENT},
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use ipnet::IpNet;
use tracing::Span;
use uuid::Uuid;

use super::{
    body, client,
    complete_writes::Detached,
    lists::{Lists, is_long},
    panicked,
    rate_limit::RateLimits,
};
use crate::request_meta::RequestMeta;
use base::{
    clock::Clock,
    error::{Error, FoundNothing, Refusal, Result},
    permission::{MATRIX, RateClass, Row},
};
use config::BaseUrl;
use connections::limited_as;
use tenancy::{Clinic, Directory, HostTarget, IdempotencyKey, Origin, PlatformRequest, bearer, host_target};

const MISDIRECTED: Refusal = Refusal::new(StatusCode::MISDIRECTED_REQUEST, "misdirected", "The address is not valid.");
const CROSS_SITE: Refusal =
    Refusal::new(StatusCode::FORBIDDEN, "cross_site", "The request did not come from this site.");

/// The path of the `OpenAPI` document.
pub const DESCRIPTION: &str = "/api/openapi.json";

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The parts and settings that the gate uses.
pub struct Gate {
    pub directory: Directory,
    pub limits: RateLimits,
    pub clock: Clock,
    pub base_url: BaseUrl,
    pub trusted_proxies: Arc<[IpNet]>,
    pub trusted_hops: usize,
    /// The routes of the platform's own host; all others are a clinic's.
    pub platform: BTreeSet<String>,
    pub lists: Lists,
}

/// The host that a request was sent to.
enum Target {
    Platform,
    Clinic(Arc<Clinic>),
}

impl Target {
    fn clinic(&self) -> Option<Uuid> {
        match self {
            Self::Platform => None,
            Self::Clinic(clinic) => Some(clinic.id),
        }
    }

    /// Adds the extensions that the extractors of `tenancy` read.
    fn attach_to(self, mut request: Request, counted_as: IpAddr) -> Request {
        match self {
            Self::Platform => drop(request.extensions_mut().insert(PlatformRequest(counted_as))),
            Self::Clinic(clinic) => drop(request.extensions_mut().insert(clinic)),
        }
        request
    }
}

/// Passes a request on, or answers with a refusal.
pub(crate) async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let request_id = Uuid::now_v7();
    let host = host_target(request.headers(), request.uri(), &gate.base_url);
    let address = client::address(&request, &gate.trusted_proxies, gate.trusted_hops);
    let target = match gate.resolve(host, limited_as(address)).await {
        Ok(target) => target,
        Err(error) => return error.into_response(),
    };
    let meta = RequestMeta { clinic: target.clinic(), request: request_id };
    let clinic_of_target = if let Target::Clinic(clinic) = &target { Some(Arc::clone(clinic)) } else { None };
    meta.record_on(&Span::current());
    let answering = async {
        match gate.check(target, request_id, address, request).await {
            Ok(request) if is_read(request.method()) => match long_list_of(&request) {
                Some(clinic) => gate.lists.answer(clinic, next.run(request)).await,
                None => next.run(request).await,
            },
            Ok(request) => Detached::new(next.run(request)).await,
            Err(error) => error.into_response(),
        }
    };
    // Caught here, so that the log line of a request that panicked names its clinic and member.
    let mut response = AssertUnwindSafe(answering).catch_unwind().await.unwrap_or_else(|_| panicked());
    if let Some(clinic) = clinic_of_target
        && response.extensions().get::<FoundNothing>().is_some()
    {
        response = gate.recheck_placement(&clinic, response).await;
    }
    response.extensions_mut().insert(meta);
    response
}

impl Gate {
    async fn resolve(&self, target: Option<HostTarget>, counted_as: IpAddr) -> Result<Target> {
        match target {
            Some(HostTarget::Clinic(subdomain)) => {
                // Lookups of names that are not in the cache are limited, because each costs a query.
                if !self.directory.has_found(&subdomain).await {
                    self.limits.check_host(counted_as)?;
                }
                let clinic = self.directory.find(&subdomain).await?;
                clinic.open(self.clock.now())?;
                Ok(Target::Clinic(clinic))
            }
            Some(HostTarget::Platform) => Ok(Target::Platform),
            None => Err(MISDIRECTED.into()),
        }
    }

    /// Called if a query did not find the clinic's schema. If the clinic has moved meanwhile, the answer is 503 and
    /// the next request finds it. If not, the failure stays a 500.
    async fn recheck_placement(&self, clinic: &Clinic, failed: Response) -> Response {
        match self.directory.has_moved(clinic).await {
            Ok(true) => Error::Unavailable.into_response(),
            Ok(false) => failed,
            Err(error) => error.into_response(),
        }
    }

    async fn check(&self, target: Target, request_id: Uuid, address: IpAddr, mut request: Request) -> Result<Request> {
        let counted_as = limited_as(address);
        let Some(route) = request.extensions().get::<MatchedPath>().cloned() else {
            // The web app's own files, which hold no data of a clinic.
            return if is_read(request.method()) {
                Ok(target.attach_to(request, counted_as))
            } else {
                Err(not_allowed("GET,HEAD"))
            };
        };
        if !self.serves(route.as_str(), &target) {
            return Err(Error::NotFound);
        }
        let method = if request.method() == Method::HEAD { Method::GET } else { request.method().clone() };
        let row = MATRIX.row(&method, route.as_str()).ok_or_else(|| match MATRIX.methods(route.as_str()) {
            allow if allow.is_empty() => Error::Forbidden,
            allow => not_allowed(allow),
        })?;
        // A webhook (Stripe's) comes from no page of ours. Its credential is the signature, which its handler checks.
        // A cookie, which another site could make a browser send, is not accepted.
        let is_from_a_page = !is_read(&method) && !row.is_signed();
        if is_from_a_page {
            // Checked before the rate limit, because another site's page must not use up a person's tries.
            same_origin(request.headers(), &self.origin_of(&target))?;
        }
        let counter = target.clinic().unwrap_or_default();
        self.limits.check(row.rate_class, (counter, counted_as))?;
        if let (RateClass::Api, Some(token)) = (row.rate_class, bearer(request.headers())) {
            self.limits.check_token(counter, token)?;
        }
        if is_from_a_page {
            request = body::read_json(request, row.max_body_bytes).await?;
        } else if !is_read(&method) {
            request = body::read_signed(request, row.max_body_bytes).await?;
        }
        let idempotency_key = request.extensions_mut().remove::<IdempotencyKey>();
        let origin = self.origin(request_id, row, address, request.headers(), is_read(&method));
        request.extensions_mut().insert(Origin { idempotency_key, ..origin });
        Ok(target.attach_to(request, counted_as))
    }

    /// Whether this host serves a route. Both hosts serve the `OpenAPI` document.
    fn serves(&self, route: &str, target: &Target) -> bool {
        route == DESCRIPTION || self.platform.contains(route) == matches!(target, Target::Platform)
    }

    fn origin_of(&self, target: &Target) -> String {
        match target {
            Target::Platform => self.base_url.origin(),
            Target::Clinic(clinic) => self.base_url.origin_of(&clinic.subdomain),
        }
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
            idempotency_key: None,
            trail: Arc::default(),
        }
    }
}

/// The clinic of a request for a long list.
fn long_list_of(request: &Request) -> Option<Uuid> {
    let clinic = request.extensions().get::<Arc<Clinic>>()?.id;
    let call = MATRIX.row(&Method::GET, request.extensions().get::<MatchedPath>()?.as_str())?;
    is_long(call, request.uri().query()).then_some(clinic)
}

fn not_allowed(allow: impl Into<String>) -> Error {
    Error::MethodNotAllowed { allow: allow.into() }
}

fn is_read(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}

/// Sibling subdomains are the same *site*, so `SameSite` cookies alone do not protect here (measured). The origin itself must match.
fn same_origin(headers: &HeaderMap, own: &str) -> Result<()> {
    let mut origins = headers.get_all(ORIGIN).iter();
    let allowed = match (origins.next(), origins.next()) {
        (Some(origin), None) => origin.as_bytes() == own.as_bytes(),
        (None, _) => headers.get(FETCH_SITE).is_some_and(|site| site.as_bytes() == b"same-origin"),
        _ => false,
    };
    if allowed { Ok(()) } else { Err(CROSS_SITE.into()) }
}
