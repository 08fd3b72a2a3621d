import type { LegalTexts } from '@/api/generated';

/** The notices that the law requires on every estimate (45 CFR 149.610), in plain words. */
export const disclaimers = [
  'This is only an estimate. The items, services and charges you actually receive may differ from it.',
  'Other items or services may be recommended as part of your care. They are scheduled or asked for separately, and are not in this estimate.',
  'If you are billed at least $400 more than this estimate, you may start a patient-provider dispute resolution. How to do that, and when, is explained at www.cms.gov/nosurprises and at 1-800-985-3059. Starting it does not affect the quality of your care.',
  'This estimate is not a contract. It does not oblige you to receive any of these services, here or elsewhere.',
] as const;

/** The same in the clinic's own wording. */
export const meaningOf = ({
  only_an_estimate,
  further_items,
  dispute_right,
  no_contract,
}: LegalTexts): readonly string[] => [only_an_estimate, further_items, dispute_right, no_contract];

export const acknowledgement =
  'The signatures confirm that this estimate was given and received. They accept no charges.';
