// Where the table stands: the courtyard behind the stall, and the counter between the players, the shelf for the tokens.
import {Skyline} from '../parts/art';
import {memo} from '../parts/memo';

export const Scene = memo(() => (
  <div class="scene" aria-hidden="true">
    <Skyline />
    <span class="counter" />
    <span class="shelf" />
  </div>
));
