/** The height of the save bar that is shown, which toasts stay above. */
export const saveBarHeight = '--save-bar-height'
