//! Answers with several resources.

use serde::Serialize;

use super::resource::Resource;

/// The result of a search, or a page of it.
#[derive(Debug, Serialize)]
pub struct Bundle {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    /// How many match in all, if known without counting.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    link: Vec<Link>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    entry: Vec<BundleEntry>,
}

#[derive(Debug, Serialize)]
struct Link {
    relation: &'static str,
    url: String,
}

#[derive(Debug, Serialize)]
struct BundleEntry {
    #[serde(rename = "fullUrl")]
    full_url: String,
    resource: Resource,
    search: SearchMode,
}

#[derive(Debug, Serialize)]
struct SearchMode {
    mode: &'static str,
}

impl Bundle {
    /// `base` is the address of the server's FHIR interface. If the first page is also the last one, it has the total.
    pub fn new(base: &str, own: String, next: Option<String>, is_first: bool, resources: Vec<Resource>) -> Self {
        let total = (is_first && next.is_none()).then_some(resources.len());
        let entry = |resource: Resource| BundleEntry {
            full_url: format!("{base}/{}/{}", resource.kind.as_str(), resource.id),
            resource,
            search: SearchMode { mode: "match" },
        };
        let own = Link { relation: "self", url: own };
        let next = next.map(|url| Link { relation: "next", url });
        Self {
            resource_type: "Bundle",
            kind: "searchset",
            total,
            link: std::iter::once(own).chain(next).collect(),
            entry: resources.into_iter().map(entry).collect(),
        }
    }
}
