/** Whether another tab is in front: nobody reads what would be loaded. */
export const isPageHidden = (): boolean => document.hidden
