import { height, width } from './world.ts'

/** Position of the list: beside the map, below it, or on top of it on request. */
export type Arrangement = 'beside' | 'below' | 'upon'

/** Width of the list beside the map with its gap, and minimum height of the list below, in pixels. */
export const listWidth = 240
const listHeight = 110
/** Minimum width for a list beside the map. */
const narrow = 560
/** The fraction of its size that the map may lose to a permanent list. */
const least = 0.8

const scaleIn = (w: number, h: number) => Math.max(0, Math.min(w / width, h / height))

/** The arrangement with the largest map that is still large enough beside a permanent list. */
export function arrangementOf(box: { readonly width: number; readonly height: number }): Arrangement {
  const alone = scaleIn(box.width, box.height)
  const beside = box.width < narrow ? 0 : scaleIn(box.width - listWidth, box.height)
  const below = scaleIn(box.width, box.height - listHeight)
  if (Math.max(beside, below) < least * alone) return 'upon'
  return beside >= below ? 'beside' : 'below'
}

/** Height of the map with the list below it. */
export const mapHeight = (box: { readonly width: number; readonly height: number }): number =>
  Math.floor(Math.min(box.height - listHeight, (box.width * height) / width))
