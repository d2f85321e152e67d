-- Prices in six bands.
SELECT *
FROM (SELECT avg(ss_list_price) AS b1_lp, count(ss_list_price) AS b1_cnt, count(DISTINCT ss_list_price) AS b1_cntd FROM store_sales
      WHERE ss_quantity BETWEEN 0 AND 5
        AND (ss_list_price BETWEEN 8 AND 18 OR ss_coupon_amt BETWEEN 459 AND 1459 OR ss_wholesale_cost BETWEEN 57 AND 77)) AS b1,
     (SELECT avg(ss_list_price) AS b2_lp, count(ss_list_price) AS b2_cnt, count(DISTINCT ss_list_price) AS b2_cntd FROM store_sales
      WHERE ss_quantity BETWEEN 6 AND 10
        AND (ss_list_price BETWEEN 90 AND 100 OR ss_coupon_amt BETWEEN 2323 AND 3323 OR ss_wholesale_cost BETWEEN 31 AND 51)) AS b2,
     (SELECT avg(ss_list_price) AS b3_lp, count(ss_list_price) AS b3_cnt, count(DISTINCT ss_list_price) AS b3_cntd FROM store_sales
      WHERE ss_quantity BETWEEN 11 AND 15
        AND (ss_list_price BETWEEN 142 AND 152 OR ss_coupon_amt BETWEEN 0 AND 500 OR ss_wholesale_cost BETWEEN 79 AND 99)) AS b3
LIMIT 100
