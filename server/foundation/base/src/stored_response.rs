use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};

/// A response that was sent before to a request with the same idempotency key.
#[derive(Debug)]
pub struct StoredResponse {
    pub status: StatusCode,
    pub body: Vec<u8>,
}

impl IntoResponse for StoredResponse {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body.clone()));
        *response.status_mut() = self.status;
        if !self.body.is_empty() {
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        response
    }
}
