// The order in which faults are planted. `plant` writes some into their files and returns what takes them out again; `failing` answers for
// which of the faults that it is given the tests fail now.

/** One fault after the other; answers which were found. */
export async function oneByOne(faults, plant, failing) {
  const found = [];
  for (const fault of faults) {
    const undo = plant([fault]);
    try {
      found.push(...await failing([fault]));
    } finally {
      undo();
    }
  }
  return found;
}

/** The fewest builds that can be halved in `count` ways, and these halves. */
function buildsOfFaults(count) {
  for (let size = 1; ; size += 1) {
    const builds = [...Array(size).keys()];
    const sets = [...Array(2 ** size).keys()].map((bits) => builds.filter((build) => (bits >> build) & 1));
    const halves = sets.filter((set) => set.length === Math.ceil(size / 2));
    if (halves.length >= count) return { size, halves };
  }
}

/**
 * Where a build takes minutes: twenty faults are planted in six builds, each in three of them. A fault is found when its test fails in these
 * and in no other, because no second fault is in the same three. The others are planted once more, alone.
 */
export async function inFewBuilds(faults, plant, failing) {
  const { size, halves } = buildsOfFaults(faults.length);
  const failedIn = new Map(faults.map((fault) => [fault, []]));
  for (let build = 0; build < size; build += 1) {
    const undo = plant(faults.filter((_, index) => halves[index].includes(build)));
    try {
      for (const fault of await failing(faults)) failedIn.get(fault).push(build);
    } finally {
      undo();
    }
  }
  const isExact = (fault, index) => failedIn.get(fault).join() === halves[index].join();
  const unsure = faults.filter((fault, index) => !isExact(fault, index));
  return [...faults.filter(isExact), ...await oneByOne(unsure, plant, failing)];
}
