import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { maxAgeSeconds } from '@/api/baseApi';
import { isFailure } from '@/api/failure';
import { useShowConsentQuery, type Consent } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { PrintOnly } from '@/components/PrintOnly';
import { ViewDialog } from '@/components/ViewDialog';
import { ConsentCopy } from '@/features/consents/ConsentCopy';
import { ConsentHistory } from '@/features/consents/ConsentHistory';
import { PrintButton } from '@/features/documents';

interface Props {
  consent: Consent;
  zone: string;
  onClose: () => void;
}

/** A consent as it was issued and signed, to read and to print, and what has happened to it. */
export function ConsentDialog({ consent: { id, template_name }, zone, onClose }: Props) {
  const query = useShowConsentQuery(id, { refetchOnMountOrArgChange: maxAgeSeconds });
  const { currentData: consent, error, isError } = query;
  const clinic = useSession()?.clinic.name;

  const content = () => {
    if (consent) {
      return (
        <Stack spacing={3}>
          <ConsentCopy consent={consent} zone={zone} />
          <ConsentHistory events={consent.history} zone={zone} />
        </Stack>
      );
    }
    if (isFailure(error) && error.status === 404)
      return <EmptyState title="This consent was not found." />;
    if (isError) return <QueryFailure what="The consent could not be loaded." query={query} />;
    return <PartSkeleton label="Loading the consent" height={320} />;
  };
  return (
    <ViewDialog
      title={template_name}
      label="Consent"
      keepsHeight
      actions={
        consent && (
          <>
            {consent.signature?.copy_sha256 && (
              <ButtonAnchor
                variant="outlined"
                href={`/api/consents/issued/${id}/copy/file`}
                target="_blank"
                rel="noreferrer"
              >
                Signed copy
              </ButtonAnchor>
            )}
            <PrintButton kind="consent" id={id} what={template_name} />
            <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => window.print()}>
              Print
            </Button>
          </>
        )
      }
      onClose={onClose}
    >
      {content()}
      {consent && (
        <PrintOnly>
          <Typography color="textSecondary">{clinic}</Typography>
          <Typography variant="h1" component="p" gutterBottom>
            {template_name}
          </Typography>
          <ConsentCopy consent={consent} zone={zone} />
        </PrintOnly>
      )}
    </ViewDialog>
  );
}
