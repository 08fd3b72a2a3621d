// The figures of scripts/drills/scale as the table of infra/docs/scale.md.

const ms = (number) => (number < 10 ? number.toFixed(1) : String(Math.round(number)));
const clock = (seconds) => (seconds < 90 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`);

/** Or why it is not. */
const measured = (figure) => (typeof figure === 'number' ? clock(figure) : figure);

/** What it took the product to make a clinic beside so many others. */
const making = (provision) => provision.map(({ there, made, took }) => [`Make a clinic beside ${there} others (\`celadon provision\`)`, `${ms((took / made) * 1000)} ms`]);

/** Markdown between the page's marks. */
export function written(figures, { machine, percentile, minutes }) {
  const { clinics, migrate, cold, warm, backends, workers } = figures;
  const rows = [
    ...making(figures.provision),
    ['Size of the database', `${(figures.size / 2 ** 20).toFixed(0)} MB, ${figures.relations} relations (${(figures.size / clinics / 1024).toFixed(0)} KB a clinic)`],
    ['Start of the server, until it is ready', clock(figures.start)],
    ['First request of a cold clinic', `${ms(percentile(cold, 0.5))} ms (p95 ${ms(percentile(cold, 0.95))}, worst of ${cold.length}: ${ms(percentile(cold, 1))})`],
    ['The same again', `${ms(percentile(warm, 0.5))} ms (p95 ${ms(percentile(warm, 0.95))})`],
    ['Visit every clinic once, 8 at a time', clock(figures.visitAll)],
    ['Memory of the server, at its start and after that', `${figures.atStart.toFixed(0)} MB, ${figures.afterAll.toFixed(0)} MB`],
    ['Memory of Postgres\' connections after that, shared buffers left out', `${backends.sum.toFixed(0)} MB in ${backends.count}, the largest ${backends.largest.toFixed(0)} MB`],
    ...workers.map(({ count, jobs, upkeep, memory }) => [`Round of ${count === 1 ? 'one worker' : `each of ${count} workers`} through its clinics: jobs, hourly upkeep`, `${clock(jobs)}, ${upkeep ? clock(upkeep) : 'not waited for'} (${memory.toFixed(0)} MB)`]),
    ['`celadon audit verify --all`', clock(figures.verify)],
    ['Files of Postgres', `${figures.files} (${(figures.files / clinics).toFixed(0)} a clinic)`],
    ['`pg_basebackup` of all of it, thrown away', `${clock(figures.backup)} for ${(figures.backupBytes / 2 ** 20).toFixed(0)} MB`],
    ['Start of Postgres after it was killed', clock(figures.crash)],
    ['`celadon migrate` with nothing to do', clock(figures.nothing)],
    ...migrate.map(({ workers, took }) => [`\`celadon migrate --workers ${workers}\`, one step in every clinic`, `${clock(took)} (${ms((took / clinics) * 1000)} ms a clinic)`]),
    ['Export of one clinic (the demo\'s)', measured(figures.export)],
    ['Put it back (`celadon clinic restore`)', measured(figures.restore)],
  ];
  return [`**${clinics} clinics**, ${machine}. The step was \`${figures.step}\`. The run took ${minutes.toFixed(0)} minutes.`, '', '| What | Measured |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}
