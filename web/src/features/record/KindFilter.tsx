import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';

import type { TimelineKind } from '@/api/generated';
import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';
import { kinds } from '@/features/record/timelineWords';
import { chosenInForcedColors } from '@/theme/forcedColors';

interface Props {
  /** None means all. */
  chosen: readonly TimelineKind[];
  onChange: (chosen: readonly TimelineKind[]) => void;
}

/** Chooses the kinds of entries that are shown: those that this role may see. */
export function KindFilter({ chosen, onChange }: Props) {
  const { may } = usePermissions();
  const { isOn } = useModules();
  // What has changed is asked only where the clinic clears service by service.
  const known = (Object.keys(kinds) as TimelineKind[]).filter(
    (kind) => may(kinds[kind].permission) && (kind !== 'health_change' || isOn('clearance')),
  );
  const without = (kind: TimelineKind) => chosen.filter((one) => one !== kind);
  return (
    <Box
      role="group"
      aria-label="Kinds of entries"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}
    >
      {known.map((kind) => {
        const on = chosen.includes(kind);
        return (
          // In the order of the filter, so that the same choice is the same request.
          <ToggleButton
            key={kind}
            value={kind}
            selected={on}
            color="primary"
            onChange={() =>
              onChange(
                on ? without(kind) : known.filter((one) => one === kind || chosen.includes(one)),
              )
            }
            sx={chip}
          >
            {on && <Check fontSize="small" aria-hidden sx={{ mr: 0.5 }} />}
            {kinds[kind].plural}
          </ToggleButton>
        );
      })}
    </Box>
  );
}

const chip = {
  minHeight: 44,
  px: 2,
  py: 0,
  borderRadius: 22,
  textTransform: 'none',
  '&.Mui-selected': chosenInForcedColors,
} as const;
