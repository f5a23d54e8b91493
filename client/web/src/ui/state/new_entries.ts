// For followers of the story, which grows at its end and is cut at its beginning.
import type {StoryEntry} from '../../model';

// Returns a function that gives the entries that its previous call didn't have.
export function newEntries(): (story: readonly StoryEntry[]) => readonly StoryEntry[] {
  let last = -1;
  return story => {
    const fresh = story.filter(entry => entry.key > last);
    last = story.at(-1)?.key ?? last;
    return fresh;
  };
}
