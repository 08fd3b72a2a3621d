import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';

import { useCloseFirstStepsMutation, type FirstSteps as Steps, type Module } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { Panel } from '@/components/Panel';
import { unseen } from '@/components/unseen';
import { newAppointmentPath, paths } from '@/lib/paths';
import { useNotify } from '@/lib/notices';

interface Step {
  done: (steps: Steps) => boolean;
  label: string;
  why: string;
  to: string;
  /** The module that has the screen: while it is off, the link leads to where it is switched on. */
  module?: Module;
}

/** In the order in which a clinic does them. */
const steps: readonly Step[] = [
  {
    done: ({ hours }) => hours,
    label: 'Set your hours',
    why: 'When a visit is booked outside these hours, Celadon points it out.',
    to: paths.schedule,
  },
  {
    done: ({ address }) => address,
    label: 'Enter the clinic’s address and phone',
    why: 'Estimates and printed pages show both.',
    to: `${paths.settings}#good-faith-estimates`,
  },
  {
    done: ({ services }) => services,
    label: 'Set your services and prices',
    why: 'The catalogue begins with the standard list.',
    to: paths.services,
    module: 'services',
  },
  {
    done: ({ messages }) => messages,
    label: 'Switch messages on',
    why: 'While messages are off, nobody gets a confirmation or a reminder.',
    to: paths.messages,
  },
  {
    done: ({ team }) => team,
    label: 'Invite your team',
    why: 'Each member signs in under their own name.',
    to: paths.team,
  },
  {
    done: ({ clients }) => clients,
    label: 'Bring your clients',
    why: 'Import a file of your last system, or add them one by one.',
    to: paths.importClients,
    module: 'import_clients',
  },
  {
    done: ({ visit }) => visit,
    label: 'Book the first visit',
    why: 'The visit appears on the calendar and on this page.',
    to: newAppointmentPath,
  },
];

/** The steps, each with a tick or with the way to where it is done. */
export function FirstStepsList({ data }: { data: Steps }) {
  const [close, { isLoading }] = useCloseFirstStepsMutation();
  const notify = useNotify('first steps');
  const modules = useSession()?.modules ?? [];
  const done = steps.filter((step) => step.done(data)).length;

  const closeList = async () => {
    try {
      await close().unwrap();
    } catch {
      notify({ tone: 'error', text: 'The list could not be closed. Please try again.' });
    }
  };
  return (
    <Panel
      title="First steps"
      actions={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <Typography
            variant="body2"
            color="textSecondary"
          >{`${done} of ${steps.length} done`}</Typography>
          <Button onClick={() => void closeList()} loading={isLoading}>
            Close the list
          </Button>
        </Box>
      }
    >
      <Box component="ol" aria-label="First steps" sx={list}>
        {steps.map(({ label, why, to, module, ...step }) => (
          <Box component="li" key={label} sx={{ display: 'flex', gap: 1.25 }}>
            {step.done(data) ? (
              <CheckCircle fontSize="small" aria-hidden sx={{ color: 'success.main', mt: 0.25 }} />
            ) : (
              <RadioButtonUnchecked
                fontSize="small"
                aria-hidden
                sx={{ color: 'text.secondary', mt: 0.25 }}
              />
            )}
            {step.done(data) ? (
              <Typography color="textSecondary">
                {label}
                <Box component="span" sx={unseen}>
                  {': done'}
                </Box>
              </Typography>
            ) : (
              <div>
                <Link
                  component={RouterLink}
                  to={module && !modules.includes(module) ? paths.settings : to}
                  sx={{
                    display: 'inline-flex',
                    alignItems: 'center',
                    minHeight: 48,
                    py: 1.5,
                    my: -1.5,
                    fontWeight: 600,
                  }}
                >
                  {label}
                </Link>
                <Typography variant="body2" color="textSecondary">
                  {why}
                </Typography>
              </div>
            )}
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' },
} as const;
