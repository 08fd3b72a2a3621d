/** Protocols (standing orders): written and signed by directors, signed by providers, and what a treatment needs of them. */
export { TreatmentProtocolGate } from '@/features/protocols/lazyParts';
export { liftedWords, protocolWords } from '@/features/protocols/protocolWords';
