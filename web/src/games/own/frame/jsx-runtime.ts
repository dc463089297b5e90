/** What JSX of such tables becomes calls of. */
export { Fragment, jsx, jsxs } from "react/jsx-runtime";
