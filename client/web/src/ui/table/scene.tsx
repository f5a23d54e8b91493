// Where the table stands: the courtyard behind the stall, and the counter between the players, the shelf for the tokens.
import {Skyline} from '../parts/art';
import {memo} from '../parts/memo';

// `palace`: it is drawn, and not only the sky.
export const Scene = memo(({palace}: {palace: boolean}) => (
  <div class="scene" aria-hidden="true">
    <span class="sky" />
    {palace && <Skyline />}
    <span class="counter" />
    <span class="shelf" />
  </div>
));
