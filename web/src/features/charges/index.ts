/** What clients are charged, and the charges of a visit beside its newest issued estimate: from $300 above it on they are marked, from $400 on the client may dispute the bill. */
export { ChargesAgainst } from '@/features/charges/ChargesAgainst';
export { ChargesPanel } from '@/features/charges/ChargesPanel';
export { VisitCharges } from '@/features/charges/VisitCharges';
