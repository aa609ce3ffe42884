import { height, width } from './world.ts'

/** Where the list is: beside the map, below it, or upon it when somebody asks for it. */
export type Arrangement = 'beside' | 'below' | 'upon'

/** Pixels of the list beside the map, with the gap, and the least of the one below. */
export const listWidth = 240
const listHeight = 110
/** Narrower than this nothing stands beside the map. */
const narrow = 560
/** What the map may lose of its size for a list that is always there. */
const least = 0.8

const scaleIn = (w: number, h: number) => Math.max(0, Math.min(w / width, h / height))

/** The arrangement of a box in which the map is largest, as long as it hardly suffers from the list. */
export function arrangementOf(box: { readonly width: number; readonly height: number }): Arrangement {
  const alone = scaleIn(box.width, box.height)
  const beside = box.width < narrow ? 0 : scaleIn(box.width - listWidth, box.height)
  const below = scaleIn(box.width, box.height - listHeight)
  if (Math.max(beside, below) < least * alone) return 'upon'
  return beside >= below ? 'beside' : 'below'
}

/** How high the map is above a list below it. */
export const mapHeight = (box: { readonly width: number; readonly height: number }): number =>
  Math.floor(Math.min(box.height - listHeight, (box.width * height) / width))
