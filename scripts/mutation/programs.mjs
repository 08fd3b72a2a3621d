// Faults around the server: the migrations, the manifests, the built program, the stand-in of Stripe. Each list says what `run` is.

/** `run` is the target of the migration crate's tests and the one test of it. */
export const migration = [
  {
    why: "a clinic's role is granted everything on a new table",
    file: 'migration/src/clinic/m20261201_000010_team.up.sql',
    search: 'grant select, insert on license_notice to clinic;',
    replace: 'grant all on license_notice to clinic;',
    run: ['lint', 'a_clinics_migrations_are_portable'],
  },
  {
    why: 'a step is not in the list',
    file: 'migration/src/clinic/mod.rs',
    search: '    step!("m20261201_000180_charges"),\n',
    replace: '',
    run: ['lint', 'every_file_is_in_the_list_under_its_own_name'],
  },
  {
    why: 'a query can change the role of its connection',
    file: 'migration/src/role_isolation.rs',
    search: "(p.proname in ('set_config', 'ts_stat')",
    replace: "(p.proname in ('ts_stat')",
    run: ['fleet', 'role_isolation::no_query_can_change_the_role_or_run_a_text'],
  },
  {
    why: 'a clinic without a role of its own is migrated',
    file: 'migration/src/fleet/clinics.rs',
    search: 'has_role(&tx, &clinic.role).await?;',
    replace: '',
    run: ['fleet', 'runs::a_clinic_without_its_role_is_not_migrated'],
  },
];

/** `run` is the server's test, by its full name in http-tests, that reads the PDF back which the built program has made. */
export const documents = [
  {
    why: "an estimate's paper leaves out the clinic's taxpayer number",
    file: 'server/documents/templates/issue.typ',
    search: '("TIN", c.clinic.tin), ',
    replace: '',
    run: 'estimate_issues::paper::the_pdf_holds_every_element_of_the_law',
  },
  {
    why: 'the charge of an estimate stands on another page than its provider',
    file: 'server/documents/templates/issue.typ',
    search: 'set table.cell(breakable: false)',
    replace: 'set table.cell(breakable: true)',
    run: 'estimate_issues::paper::no_text_hides_a_number',
  },
];

/** `run` is the name of the test in scripts/delivery/manifests. */
export const manifests = [
  {
    why: 'a server writes into its own image',
    file: 'k8s/base/server.yaml',
    search: 'readOnlyRootFilesystem: true',
    replace: 'readOnlyRootFilesystem: false',
    run: 'let every pod do only what it must',
  },
  {
    why: 'a server reads settings that are not there',
    file: 'k8s/base/server.yaml',
    search: 'configMapRef: {name: celadon-settings}',
    replace: 'configMapRef: {name: celadon-setting}',
    run: 'name nothing that is not there',
  },
  {
    why: "a setting's name is misspelt",
    file: 'k8s/base/settings.env',
    search: 'DATABASE_SHARDS=4',
    replace: 'DATABASE_SHARD=4',
    run: 'set what the server reads',
  },
];

/** `run` is the test file, with the built program. */
export const operations = [
  {
    why: 'a command that the manifests call has another name',
    file: 'server/src/cli/mod.rs',
    search: '#[arg(long)]\n        no_jobs: bool,',
    replace: '#[arg(long = "without-jobs")]\n        no_jobs: bool,',
    run: 'scripts/drills/fleet/commands.test.mjs',
  },
  {
    why: 'what was measured last is lost when the server stops',
    file: 'server/src/main.rs',
    search: '    telemetry.stop().await;\n',
    replace: '    let _ = Telemetry::stop;\n',
    run: 'scripts/drills/fleet/telemetry.test.mjs',
  },
  {
    why: 'a mail server that says nothing holds the worker up for ever',
    file: 'server/foundation/mail/src/smtp.rs',
    search: 'Duration::from_secs(30)',
    replace: 'Duration::from_hours(30)',
    run: 'scripts/drills/smtp/smtp.test.mjs',
  },
  {
    why: 'the authority in SMTP_CA is not trusted',
    file: 'server/foundation/mail/src/smtp.rs',
    search: '        .add_root_certificate(Certificate::from_pem(authority.as_bytes())?)\n',
    replace: '',
    run: 'scripts/drills/smtp/smtp.test.mjs',
  },
  {
    why: 'a client is known by the address that it invents',
    file: 'server/foundation/http_api/src/client.rs',
    search: 'lines.iter().rev()',
    replace: 'lines.iter()',
    run: 'scripts/drills/edge/edge.test.mjs',
  },
  {
    why: 'a metric has another name than the rules look for',
    file: 'server/foundation/telemetry/src/metrics.rs',
    search: '"celadon.audit.chain_broken",',
    replace: '"celadon.audit.broken",',
    run: 'scripts/delivery/observability/observability.test.mjs',
  },
];

/** `run` is the test file in infra/stripe-standin, with the built stand-in. */
export const standin = [
  {
    why: "the stand-in's signatures cover the body alone",
    file: 'infra/stripe-standin/src/signature.rs',
    search: '    mac.update(now.to_string().as_bytes());\n',
    replace: '',
    run: 'tests/client.test.mjs',
  },
  {
    why: 'another site can press the buttons of the stand-in',
    file: 'infra/stripe-standin/src/pages/mod.rs',
    search: 'matches!(site, "same-origin" | "none")',
    replace: 'matches!(site, "same-origin" | "cross-site" | "none")',
    run: 'tests/client.test.mjs',
  },
  {
    why: 'another call under the same key is answered as the first one',
    file: 'infra/stripe-standin/src/api/mod.rs',
    search: 'return if kept.fingerprint == fingerprint {',
    replace: 'return if !kept.fingerprint.is_empty() {',
    run: 'tests/client.test.mjs',
  },
];
