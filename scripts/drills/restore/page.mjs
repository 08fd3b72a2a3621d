// The figures of scripts/drills/drill as the table of infra/docs/restore.md.

const clock = (seconds) => (seconds < 90 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`);
const size = (bytes) => `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 24 ? 1 : 0)} MB`;

/** Markdown between the page's marks. */
export function written(figures, { machine, minutes }) {
  const rows = [
    ['Data in Postgres', size(figures.database)],
    ['Base backup (gzip), under load', `${size(figures.base.bytes)}, ${clock(figures.backup)}`],
    ['Write-ahead log since then (zstd)', `${size(figures.wal.bytes)} in ${figures.wal.objects} files`],
    ['Writes acknowledged before the moment, of which lost', `${figures.before}, 0`],
    ['Writes acknowledged after the moment, of which there', `${figures.after}, 0`],
    ['Fetch the base backup', clock(figures.fetched)],
    ['Replay the log up to the moment', clock(figures.replayed)],
    [`\`celadon audit verify --all\`, ${figures.clinics} clinics`, clock(figures.verify)],
    ['`celadon migrate` with nothing to do', clock(figures.migrate)],
    ['`celadon restored`', clock(figures.restored)],
    ['From the first command until the servers are ready', clock(figures.back)],
    ['Restored to the end of the archive: acknowledged writes lost, and of how long', `${figures.lostAtTheEnd}, ${clock(figures.lostSeconds)}`],
  ];
  return [`**${figures.clinics} clinics**, ${machine}. The run took ${minutes.toFixed(0)} minutes.`, '', '| What | Measured |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}
