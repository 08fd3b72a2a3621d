import { useRevokeApiTokenMutation, type ApiToken } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';

/** Revokes a token, after asking. */
export function RevokeToken({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const [revoke] = useRevokeApiTokenMutation();
  return (
    <ConfirmRequestDialog
      question={`Revoke ${token.name}?`}
      detail="A program that uses this token is refused at once. This cannot be undone; a new token has another secret."
      confirmLabel="Revoke"
      request={() => revoke(token.id).unwrap()}
      success={`${token.name} was revoked`}
      failurePrefix="Not revoked."
      onClose={onClose}
    />
  );
}
