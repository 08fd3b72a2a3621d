import type { LegalTexts } from '@/api/generated';
import { Unbroken } from '@/components/Unbroken';
import { Reach } from '@/features/portal/estimate/Reach';
import { printedNumber } from '@/lib/phone';

/** What the law has the estimate say, and whom to reach about a dispute. */
export function Meaning({ texts }: { texts: LegalTexts }) {
  const { only_an_estimate, further_items, dispute_right, no_contract, how_to_dispute } = texts;
  const [phone] = printedNumber.exec(dispute_right) ?? [];
  const [site] = /\bwww\.[\w-]+(?:\.[\w-]+)+(?:\/[\w-]+)*/.exec(dispute_right) ?? [];
  return (
    <>
      <section>
        <h2 className="h3">What this estimate means</h2>
        <div className="sheet">
          <ol className="meaning">
            {[only_an_estimate, further_items, dispute_right, no_contract].map((text) => (
              <li key={text} className="written">
                <Unbroken text={text} />
                {text === dispute_right && phone && <Reach phone={phone} />}
                {text === dispute_right && site && <Reach site={site} />}
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section>
        <h2 className="h3">How to dispute a bill</h2>
        <div className="sheet">
          <p className="written">
            <Unbroken text={how_to_dispute} />
          </p>
        </div>
      </section>
    </>
  );
}
