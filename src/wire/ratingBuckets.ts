/** Scale -> its branch keys, each with the highest value it covers. Interface 2.4, `responseValues`. */
export const RATING_BUCKETS: Record<number, readonly (readonly [name: string, upTo: number])[]> = {
  2: [
    ['positive', 1],
    ['negative', 2],
  ],
  3: [
    ['negative', 1],
    ['neutral', 2],
    ['positive', 3],
  ],
  5: [
    ['negative', 2],
    ['neutral', 3],
    ['positive', 5],
  ],
  7: [
    ['negative', 3],
    ['neutral', 4],
    ['positive', 7],
  ],
  10: [
    ['detractors', 6],
    ['passives', 8],
    ['promoters', 10],
  ],
}
