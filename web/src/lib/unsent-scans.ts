/**
 * The name of a mark in the browser's storage: this phone holds scans which the server has not heard of. Every page looks
 * for it, so that the scans themselves, and what sends them, are fetched only where it is set.
 */
export const UNSENT_SCANS = 'tukio-unsent'
