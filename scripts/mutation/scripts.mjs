// Faults of the code's structure. `run` is the test file that must fail.
export const scripts = [
  {
    why: 'the foundation imports a feature',
    file: 'server/src/foundation/clock.rs',
    search: 'use chrono::',
    replace: 'use crate::features::billing as _;\nuse chrono::',
    run: 'scripts/floors.test.mjs',
  },
  {
    why: 'two files of a feature need each other',
    file: 'server/src/features/loyalty/ledger.rs',
    search: '\nuse crate::{\n',
    replace: '\nuse super::points::By;\nuse crate::{\n',
    run: 'scripts/floors.test.mjs',
  },
  {
    why: 'an operation imports the router',
    file: 'server/src/operations/sign_up/mod.rs',
    search: '\nuse crate::',
    replace: '\nuse super::super::app as _;\nuse crate::',
    run: 'scripts/floors.test.mjs',
  },
  {
    why: 'lib imports what imports it',
    file: 'web/src/lib/notices.ts',
    search: "import { sessionEnded } from",
    replace: "import { store } from '@/api/store';\nvoid store;\nimport { sessionEnded } from",
    run: 'scripts/web-imports.test.mjs',
  },
  {
    why: 'SQL as text stands in an entity',
    file: 'server/entity/src/clinic/job.rs',
    search: 'impl ActiveModelBehavior',
    replace: 'pub const ALL: &str = "select id from job";\n\nimpl ActiveModelBehavior',
    run: 'scripts/sql.test.mjs',
  },
  {
    why: 'SQL as text stands in a feature',
    file: 'server/src/features/team/mod.rs',
    search: '\nmod api;\n',
    replace: '\nmod api;\npub const EVERYBODY: &str = "select id from member";\n',
    run: 'scripts/sql.test.mjs',
  },
  {
    why: 'a shared component imports a feature',
    file: 'web/src/components/EmptyState.tsx',
    search: "import Box from '@mui/material/Box';",
    replace: "import Box from '@mui/material/Box';\nimport { PatientPage } from '@/features/patients/PatientPage';\nvoid PatientPage;",
    run: 'scripts/web-imports.test.mjs',
  },
  {
    why: 'the page of the specification names a test that is gone',
    file: 'server/src/features/portal/tests/signing.rs',
    search: 'async fn opening_a_link_signs_nothing()',
    replace: 'async fn looking_signs()',
    run: 'scripts/specification.test.mjs',
  },
];
