mod issue;
mod link;
mod needed;
mod opened;
mod status;
mod template_versions;
mod templates;
