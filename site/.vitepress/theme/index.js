import DefaultTheme from "vitepress/theme-without-fonts";
// oxlint-disable-next-line import/no-unassigned-import -- how Vite takes a style
import "./site.css";

export default DefaultTheme;
