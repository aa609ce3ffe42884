import { addChartValues } from './chart-values.ts'
import { markLayout } from './choices.ts'
import { addCopyButtons } from './copy-buttons.ts'
import { addDayDetails } from './day-details.ts'
import { showLocalTimes } from './local-times.ts'

/** Adds to the document of the server what needs a script; again after each update. */
export function enhance(): void {
  showLocalTimes()
  markLayout()
  addCopyButtons()
  addDayDetails()
  addChartValues()
}
