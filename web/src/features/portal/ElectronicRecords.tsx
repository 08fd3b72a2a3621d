import type { ElectronicRecords as Wording } from '@/api/generated';

/** What a person must be told before signing electronically (15 USC 7001(c)), in the version that the server names. */
export function ElectronicRecords({ notice }: Pick<Wording, 'notice'>) {
  return (
    <section aria-labelledby="electronic-records">
      <h2 className="h3" id="electronic-records">
        Signing electronically
      </h2>
      {notice.map((paragraph) => (
        <p className="muted apart" key={paragraph}>
          {paragraph}
        </p>
      ))}
    </section>
  );
}
