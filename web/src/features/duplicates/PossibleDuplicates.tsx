import type { PossibleDuplicate } from '@/api/generated';
import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { fullName, likenessWords, particulars } from '@/features/duplicates/likeness';
import { patientPath } from '@/lib/paths';

interface Props {
  duplicates: readonly PossibleDuplicate[];
  /** What was not done yet. */
  hint: string;
  /** 'Add anyway'. */
  confirmLabel: string;
  busy: boolean;
  onConfirm: () => void;
  /** Leaves the form for a record; without it the record opens in a tab of its own, so that nothing typed is lost. */
  onOpen?: (id: number) => void;
}

/** Asks within a form whether somebody is a patient already. */
export function PossibleDuplicates({ duplicates, onOpen, ...confirmation }: Props) {
  const words = duplicates.map(({ patient, likeness, reason }) => {
    const who = [fullName(patient), particulars(patient)].filter(Boolean).join(', ');
    return `${likenessWords[likeness]}: ${who}. ${reason}.`;
  });
  return (
    <InlineConfirmation warnings={words} {...confirmation}>
      {duplicates.map(({ patient }) => {
        const label =
          duplicates.length === 1 ? 'Open the record' : `Open the record of ${fullName(patient)}`;
        return onOpen ? (
          <Button
            key={patient.id}
            variant="outlined"
            color="inherit"
            onClick={() => onOpen(patient.id)}
          >
            {label}
          </Button>
        ) : (
          <ButtonAnchor
            key={patient.id}
            variant="outlined"
            color="inherit"
            href={patientPath(patient.id)}
            target="_blank"
            rel="noopener"
          >
            {label}
          </ButtonAnchor>
        );
      })}
    </InlineConfirmation>
  );
}
