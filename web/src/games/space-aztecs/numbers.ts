/** A number as it is printed, with a real minus sign. */
export const printNumber = (number: number): string => (number < 0 ? `−${-number}` : String(number));
