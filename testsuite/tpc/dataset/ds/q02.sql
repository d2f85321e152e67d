-- Sales by day of the week against those a year later.
WITH wscs AS (
  SELECT ws_sold_date_sk AS sold_date_sk, ws_ext_sales_price AS sales_price FROM web_sales
  UNION ALL
  SELECT cs_sold_date_sk, cs_ext_sales_price FROM catalog_sales),
wswscs AS (
  SELECT d_week_seq,
    sum(CASE WHEN d_day_name = 'Sunday' THEN sales_price END) AS sun_sales,
    sum(CASE WHEN d_day_name = 'Monday' THEN sales_price END) AS mon_sales,
    sum(CASE WHEN d_day_name = 'Saturday' THEN sales_price END) AS sat_sales
  FROM wscs, date_dim
  WHERE d_date_sk = sold_date_sk
  GROUP BY d_week_seq)
SELECT d_week_seq1, round(sun_sales1 / sun_sales2, 2), round(mon_sales1 / mon_sales2, 2), round(sat_sales1 / sat_sales2, 2)
FROM (
  SELECT DISTINCT wswscs.d_week_seq AS d_week_seq1, sun_sales AS sun_sales1, mon_sales AS mon_sales1, sat_sales AS sat_sales1
  FROM wswscs, date_dim WHERE date_dim.d_week_seq = wswscs.d_week_seq AND d_year = 2000) AS y, (
  SELECT DISTINCT wswscs.d_week_seq AS d_week_seq2, sun_sales AS sun_sales2, mon_sales AS mon_sales2, sat_sales AS sat_sales2
  FROM wswscs, date_dim WHERE date_dim.d_week_seq = wswscs.d_week_seq AND d_year = 2001) AS z
WHERE d_week_seq1 = d_week_seq2 - 53
ORDER BY d_week_seq1
