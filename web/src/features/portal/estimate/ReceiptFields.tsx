import type { Receipt } from '@/features/portal/estimate/useReceipt';
import { SignatureFields } from '@/features/portal/SignatureFields';

/** The receipt's button stands at the foot of the screen. */
export const receiptForm = 'receipt';

/** A typed name and a drawing for the receipt, both optional, but for a patient under age. */
export function ReceiptFields({
  of: receipt,
  signsFor,
}: {
  of: Receipt;
  /** The patient's name, where they are under age. */
  signsFor: string | undefined;
}) {
  return (
    <form
      id={receiptForm}
      className="stack tight"
      noValidate
      aria-label="I received it"
      onSubmit={(event) => void receipt.receive(event)}
    >
      <h2 className="h3">
        {signsFor === undefined ? 'Sign that you received it, if you like' : 'Say who received it'}
      </h2>
      <SignatureFields of={receipt} onName={receipt.setTypedName} signsFor={signsFor} />
    </form>
  );
}
