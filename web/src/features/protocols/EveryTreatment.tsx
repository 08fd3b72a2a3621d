import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';

import { asFailure } from '@/api/failure';
import { useShowProtocolSettingsQuery, useUpdateProtocolSettingsMutation } from '@/api/generated';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { useNotify } from '@/lib/notices';

/** Whether a treatment is refused whose service has no protocol. The switch acts at once. */
export function EveryTreatment({ mayChange }: { mayChange: boolean }) {
  const query = useShowProtocolSettingsQuery();
  const { data, isError } = query;
  const [update, { isLoading }] = useUpdateProtocolSettingsMutation();
  const withReauthentication = useReauthentication();
  const notify = useNotify('every treatment needs a protocol');
  const turn = async (on: boolean, version: number) => {
    try {
      await withReauthentication(() =>
        update({
          'If-Match': String(version),
          newProtocolSettings: { every_treatment: on },
        }).unwrap(),
      );
      notify({
        tone: 'success',
        text: on
          ? 'Every treatment needs a protocol now.'
          : 'A service without a protocol can be treated.',
      });
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      if (code !== reauthenticationCancelled.code)
        notify({ tone: 'error', text: `Not changed. ${message}` });
    }
  };
  return (
    <Panel title="Services without a protocol">
      <QueryFailure what="The setting could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data && (
        <>
          <FormControlLabel
            label="Every treatment needs a protocol"
            disabled={!mayChange || isLoading}
            control={
              <Switch
                checked={data.every_treatment}
                onChange={(_event, on) => void turn(on, data.version)}
              />
            }
          />
          <Typography variant="body2" color="textSecondary">
            While this is off, a service can be treated as long as nobody has begun a protocol for
            it. Once a protocol has ended, its service is refused in any case.
          </Typography>
        </>
      )}
    </Panel>
  );
}
