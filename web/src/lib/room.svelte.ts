// Large screens have larger letters; plots that place words by figures must know.
import { MediaQuery } from 'svelte/reactivity';

const large = new MediaQuery('min-width: 1600px', false);

export const room = {
  /** The same as the custom property --letters. */
  get letters(): number {
    return large.current ? 1.17 : 1;
  },
};
